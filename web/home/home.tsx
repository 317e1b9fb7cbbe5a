import { LayoutOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { sizeOf } from '../../model/portal/usual.ts'
import { STATISTIC_CODE } from '../../model/statistics/definition.ts'
import { useMe } from '../api/api.ts'
import { partOnRequest } from '../ui/on-request.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useUserConfig } from '../records/views/user-config.ts'
import { speakAlso, useWords } from '../words/language.ts'
import type { Arrangement } from './arrangement.ts'
import { arrangementOf, withWidget } from './arrangement.ts'
import { Grid } from './grid.tsx'
import { nameOfPlace } from './place-name.ts'
import { type Portal, usePortal } from './portal.ts'
import { useSetup } from './setup/unfinished.ts'
import { useStatistics } from './statistics.ts'
import { Waiting } from './widgets/waiting.tsx'
import './home.css'

const SetUp = partOnRequest(async () => (await Promise.all([import('./setup/setup.tsx'), speakAlso('setup')]))[0].SetUp)

/** The home page of this person: the portal that is theirs, in their own arrangement where it allows one. */
export function Home() {
  const query = usePortal()
  if (query.data) return <Arranged portal={query.data} />
  return query.isError ? <Waiting query={query} /> : <PageSkeleton />
}

function Arranged({ portal }: { portal: Portal }) {
  const words = useWords()
  const { t, lang } = words
  const me = useMe().data
  const steps = useSetup(portal.kind === 'administrator')
  const { config, isReady, save } = useUserConfig('home.layout')
  const [isArranging, setArranging] = useState(false)
  const { arrangeable } = portal.template
  const own = arrangementOf(config, portal.template_places)
  const arrangement = arrangeable ? own : { ...own, places: portal.template_places }
  const statistics = useStatistics(isArranging || arrangement.places.some(({ i }) => isUnknown(portal, i)))
  const components = [...portal.components, ...statistics.filter(({ code }) => isUnknown(portal, code))]
  const allowed = new Set([...portal.widgets, ...components.map(({ code }) => code)])
  const of = { kind: portal.kind, components, allowed }
  const name = (lang === 'en' && me?.name_en) || me?.name || ''
  const put = (changes: Partial<Arrangement>) => save({ ...arrangement, ...changes })
  const missing = [...allowed].filter((one) => !arrangement.places.some(({ i }) => i === one))
  const nameOf = (code: string) => nameOfPlace(code, of, words)
  const reset = () => put({ places: [...portal.template_places] })
  const add = (code: string) => put({ places: withWidget(arrangement.places, code, sizeOf(code)) })
  return (
    <div className="page home">
      <PageHead
        title={name ? t('start.hello', { name }) : t('shell.home')}
        name={t('shell.home')}
        acts={
          arrangeable && <Tools isArranging={isArranging} missing={missing} nameOf={nameOf} onAdd={add} onReset={reset} onArrange={setArranging} />
        }
      />
      {steps && steps.length > 0 && (
        <Suspense>
          <SetUp steps={steps} />
        </Suspense>
      )}
      {portal.pages.length > 0 && <Pages pages={portal.pages} />}
      {isArranging && <Alert type="info" showIcon title={t('home.move')} className="spaced" />}
      {isReady && !isArranging && !arrangement.places.some(({ i }) => allowed.has(i)) && (
        <p className="first-step">
          <span className="quiet">{t('home.empty')}</span>
          {arrangeable && (
            <Button size="small" onClick={() => setArranging(true)}>
              {t('home.arrange')}
            </Button>
          )}
        </p>
      )}
      {isReady && <Grid of={of} arrangement={arrangement} isArranging={isArranging} onChange={put} />}
    </div>
  )
}

/** A statistic that was placed after the portal was read. */
const isUnknown = ({ components }: Portal, code: string) => STATISTIC_CODE.test(code) && !components.some((one) => one.code === code)

/** The further pages that administrators have designed for this person. */
function Pages({ pages }: Pick<Portal, 'pages'>) {
  const { t, lang } = useWords()
  return (
    <nav className="portal-pages" aria-label={t('home.pages')}>
      {pages.map(({ alias, name, name_en }) => (
        <Link key={alias} to={`/portal/${alias}`}>
          {(lang === 'en' && name_en) || name}
        </Link>
      ))}
    </nav>
  )
}

type ToolsProps = {
  isArranging: boolean
  missing: readonly string[]
  nameOf: (code: string) => string
  onAdd: (code: string) => void
  onReset: () => void
  onArrange: (isOn: boolean) => void
}

function Tools({ isArranging, missing, nameOf, onAdd, onReset, onArrange }: ToolsProps) {
  const { t } = useWords()
  if (!isArranging)
    return (
      <Button icon={<LayoutOutlined />} onClick={() => onArrange(true)}>
        {t('home.arrange')}
      </Button>
    )
  const items = missing.map((one) => ({ key: one, label: nameOf(one) }))
  return (
    <>
      <Dropdown trigger={['click']} disabled={missing.length === 0} menu={{ items, onClick: ({ key }) => onAdd(key) }}>
        <Button icon={<PlusOutlined />}>{t('home.add')}</Button>
      </Dropdown>
      <Button onClick={onReset}>{t('home.reset')}</Button>
      <Button type="primary" onClick={() => onArrange(false)}>
        {t('home.arranged')}
      </Button>
    </>
  )
}
