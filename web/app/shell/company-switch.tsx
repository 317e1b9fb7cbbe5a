import { BankOutlined, ReloadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useEffect } from 'react'
import { useLocation, useMatches, useNavigate } from 'react-router'
import type { Lang } from '../../../model/kit/fields.ts'
import type { Page } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { modelPath, useSession } from '../../api/api.ts'
import { bearing, call } from '../../api/call.ts'
import { changeSession } from '../../api/tokens.ts'
import { useSees } from '../../api/sees.ts'
import { useWords } from '../../words/language.ts'

const nameOf = (company: Rec, lang: Lang) =>
  String((lang === 'en' && company['company_name_en']) || company['simple_name'] || company['company_name'] || '')

/** The company in the address. A detail page names the chosen one in its address, so that a copied link opens the same. */
function useLinkedCompany(chosen: string | null) {
  const place = useLocation()
  const navigate = useNavigate()
  const isDetail = useMatches().some(({ params }) => params['sid'] !== undefined)
  const linked = new URLSearchParams(place.search).get('company_sid')
  const link = (sid: string) => {
    const query = new URLSearchParams(place.search)
    if (sid) query.set('company_sid', sid)
    else query.delete('company_sid')
    bearing.company = sid || null
    return navigate({ ...place, search: `${query}` }, { replace: true, state: place.state, preventScrollReset: true })
  }
  const isMissing = isDetail && !linked && chosen !== null
  useEffect(() => {
    if (isMissing) void link(chosen)
  })
  return { linked, link }
}

/** Selects the company for all screens. A link may contain its company. */
export function CompanySwitch() {
  const { t, lang } = useWords()
  const client = useQueryClient()
  const chosen = useSession()?.chosen_company ?? null
  const { linked, link } = useLinkedCompany(chosen)
  const enabled = useSees('company') === true
  const query = useQuery({
    enabled,
    queryKey: ['company', 'mine'],
    queryFn: () =>
      call<Page<Rec>>(
        modelPath('company_info', 'do/list'),
        { fl: ['company_name', 'company_name_en', 'simple_name'], iql: 'ORDER BY company_name' },
        { allCompanies: true },
      ),
    staleTime: 300_000,
    meta: { faults: 'own' },
  })
  const companies = query.data?.record ?? []
  if (query.isError && companies.length === 0)
    return (
      <Button type="text" icon={<ReloadOutlined />} className="company" aria-label={t('company.failed')} onClick={() => void query.refetch()}>
        <span>{t('company.failed')}</span>
      </Button>
    )
  if (companies.length < 2) return null
  const here = companies.find(({ sid }) => sid === (linked ?? chosen))
  const name = here ? nameOf(here, lang) : t('company.all')
  const choose = async (sid: string) => {
    changeSession({ chosen_company: sid || null })
    if (linked) await link(sid)
    // The list of companies does not depend on the selection.
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'company' || queryKey[1] !== 'mine' })
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [here?.sid ?? ''],
        style: { maxHeight: 420, overflow: 'auto' },
        items: [{ key: '', label: t('company.all') }, ...companies.map((company) => ({ key: company.sid, label: nameOf(company, lang) }))],
        onClick: ({ key }) => void choose(key),
      }}
    >
      <Button type="text" icon={<BankOutlined />} className="company" aria-label={`${t('company.switch')}${t('colon')}${name}`}>
        <span>{name}</span>
      </Button>
    </Dropdown>
  )
}
