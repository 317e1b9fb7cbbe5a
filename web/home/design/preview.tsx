import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { useSearch } from '../../api/api.ts'
import { Grid } from '../grid.tsx'
import { usePortal } from '../portal.ts'
import { Waiting } from '../widgets/waiting.tsx'
import { quoted } from '../../api/iql.ts'
import { speak, useWords } from '../../words/language.ts'

type PreviewProps = { sid: string; platform: string; isMobile: boolean }

/** The saved draft as people of a role see it, in either language, and as wide as a telephone. */
export function Preview({ sid, platform, isMobile }: PreviewProps) {
  const { t, lang } = useWords()
  const [role, setRole] = useState<string>()
  const [isNarrow, setNarrow] = useState(isMobile)
  const query = usePortal({ preview: sid, mobile: false, ...(role && { role }) })
  const roles = useSearch('role', {
    fl: ['sid', 'name', 'name_en'],
    iql: `platform = ${quoted(platform)} ORDER BY weight DESC`,
    rows: 100,
    total: 'none',
  })
  const options = (roles.data?.record ?? []).map((one) => ({ value: one.sid, label: String((lang === 'en' && one['name_en']) || one['name']) }))
  return (
    <>
      <div className="portal-tools">
        <Select
          className="portal-role"
          aria-label={t('portal.role')}
          value={role ?? ''}
          options={[{ value: '', label: t('portal.asMe') }, ...options]}
          onChange={(value) => setRole(value || undefined)}
          showSearch={{ optionFilterProp: 'label' }}
        />
        <Segmented
          aria-label={t('portal.language')}
          value={lang}
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={(value) => void speak(value === 'en' ? 'en' : 'zh')}
        />
        <Segmented
          aria-label={t('portal.width')}
          value={isNarrow ? 'narrow' : 'wide'}
          options={[
            { value: 'wide', label: t('portal.wide') },
            { value: 'narrow', label: t('portal.narrow') },
          ]}
          onChange={(value) => setNarrow(value === 'narrow')}
        />
      </div>
      {role && <p className="quiet">{t('portal.asRole')}</p>}
      <div className={isNarrow ? 'portal-phone' : undefined}>
        <Shown query={query} key={isNarrow ? 'narrow' : 'wide'} />
      </div>
    </>
  )
}

function Shown({ query }: { query: ReturnType<typeof usePortal> }) {
  const { t } = useWords()
  const { data } = query
  if (!data) return <Waiting query={query} />
  if (data.places.length === 0) return <p className="quiet">{t('portal.nothingSeen')}</p>
  const allowed = new Set(data.places.map(({ i }) => i))
  const of = { kind: data.kind, components: data.components, allowed }
  return <Grid of={of} arrangement={{ places: data.places, quick: [] }} isArranging={false} onChange={() => {}} />
}
