import { LayoutOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useMe } from '../api/api.ts'
import { PageHead } from '../ui/page-head.tsx'
import { useUserConfig } from '../records/views/user-config.ts'
import { useWords } from '../words/language.ts'
import { AllowedWidgets } from './allowed.tsx'
import type { Arrangement, Widget } from './arrangement.ts'
import { arrangementOf, WIDGETS, withWidget } from './arrangement.ts'
import { Grid } from './grid.tsx'
import type { HomeKind } from './usual.ts'
import { sizeOf, usualOf } from './usual.ts'
import './home.css'

/** The home page of this person, in their own arrangement. */
export function Home() {
  return <AllowedWidgets>{(kind, allowed) => <Arranged kind={kind} allowed={allowed} />}</AllowedWidgets>
}

function Arranged({ kind, allowed }: { kind: HomeKind; allowed: ReadonlySet<Widget> }) {
  const { t, lang } = useWords()
  const me = useMe().data
  const { config, isReady, save } = useUserConfig('home.layout')
  const [isArranging, setArranging] = useState(false)
  const arrangement = arrangementOf(config, usualOf(kind))
  const name = (lang === 'en' && me?.name_en) || me?.name || ''
  const put = (changes: Partial<Arrangement>) => save({ ...arrangement, ...changes })
  const missing = WIDGETS.filter((one) => allowed.has(one) && !arrangement.places.some(({ i }) => i === one))
  const add = (key: string) => {
    const widget = WIDGETS.find((one) => one === key)
    if (widget) put({ places: withWidget(arrangement.places, widget, sizeOf(widget)) })
  }
  return (
    <div className="page home">
      <PageHead
        title={name ? t('start.hello', { name }) : t('shell.home')}
        name={t('shell.home')}
        acts={
          isArranging ? (
            <>
              <Dropdown
                trigger={['click']}
                disabled={missing.length === 0}
                menu={{
                  items: missing.map((one) => ({ key: one, label: t(one === 'mine' && kind === 'leader' ? 'home.ofDepartment' : `home.${one}`) })),
                  onClick: ({ key }) => add(key),
                }}
              >
                <Button icon={<PlusOutlined />}>{t('home.add')}</Button>
              </Dropdown>
              <Button onClick={() => put({ places: usualOf(kind) })}>{t('home.reset')}</Button>
              <Button type="primary" onClick={() => setArranging(false)}>
                {t('home.arranged')}
              </Button>
            </>
          ) : (
            <Button icon={<LayoutOutlined />} onClick={() => setArranging(true)}>
              {t('home.arrange')}
            </Button>
          )
        }
      />
      {isArranging && <Alert type="info" showIcon title={t('home.move')} className="spaced" />}
      {isReady && !isArranging && !arrangement.places.some(({ i }) => allowed.has(i)) && (
        <p className="first-step">
          <span className="quiet">{t('home.empty')}</span>
          <Button size="small" onClick={() => setArranging(true)}>
            {t('home.arrange')}
          </Button>
        </p>
      )}
      {isReady && <Grid kind={kind} arrangement={arrangement} allowed={allowed} isArranging={isArranging} onChange={put} />}
    </div>
  )
}
