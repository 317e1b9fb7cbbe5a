import { DownloadOutlined } from '@ant-design/icons'
import { Button, Segmented, Select, Tag } from 'antd'
import { type CostKey, COST_KEYS } from '../../../model/fees/costs/cost-keys.ts'
import { costFile, type CostRow, sumCosts } from '../../../model/fees/costs/cost-actions.ts'
import { todayIn } from '../../../model/kit/days/clock.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { act, useSchema } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { fetchFile } from '../../api/call.ts'
import { type AskedCosts, Costs } from '../../cases/charts/costs.tsx'
import { useAddress } from '../../cases/worklist/address.ts'
import { CaseChips } from '../../cases/worklist/case-chips.tsx'
import { CASE_FILTERS, caseIql, valuesIn } from '../../cases/worklist/case-filters.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { useZone } from '../../fields/moments.ts'
import { amongIql } from '../../records/list/list-address.ts'
import { NotAllowed } from '../../ui/faults/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import '../fees.css'

const KEYS = Object.keys(COST_KEYS) as CostKey[] // its own keys
const keyIn = (text: string) => KEYS.find((key) => key === text)

/** Costs paid and still to be paid, by case, family, project, department, product, kind or class. */
export function CostsScreen() {
  const { t } = useWords()
  const schema = useSchema('fee').data
  if (!schema) return <PageSkeleton />
  if (!allows(schema, sumCosts.name)) return <NotAllowed />
  const name = t('costs.title')
  return (
    <div className="page">
      <PageHead title={name} name={name} acts={allows(schema, 'export') && <Export name={name} />} />
      <CostsByKey />
    </div>
  )
}

/** The costs as they are asked for, with each fee and bill behind them. */
function Export({ name }: { name: string }) {
  const { t } = useWords()
  const asked = useAsked()
  const saveFile = useSaveFile()
  const query = Object.fromEntries(Object.entries(asked).map(([code, value]) => [code, String(value)]))
  return (
    <Button icon={<DownloadOutlined />} onClick={() => void saveFile(() => fetchFile(costFile, {}, query), `${name}.xlsx`)}>
      {t('costs.export')}
    </Button>
  )
}

function CostsByKey() {
  const { t, lang } = useWords()
  const { read, put } = useAddress()
  const asked = useAsked()
  const project = useSchema('project').data
  const divide = (by: CostKey, { key }: CostRow) => put({ by, of: asked.by, key, open: null })
  const seen = KEYS.filter((key) => key !== 'PROJECT' || (project && allows(project, 'search')))
  return (
    <>
      <div className="tab-bar">
        <div className="pushed">
          <Segmented
            value={asked.by}
            options={seen.map((key) => ({ value: key, label: wordIn(COST_KEYS[key], lang) }))}
            onChange={(by) => put({ by, open: null })}
          />
        </div>
      </div>
      <div className="cost-filters">
        <Years />
        <Select
          aria-label={t('costs.first')}
          value={asked.first ?? 'SPENT'}
          popupMatchSelectWidth={false}
          options={(['SPENT', 'PLANNED'] as const).map((value) => ({ value, label: wordIn(sumCosts.body.first.options[value], lang) }))}
          onChange={(first) => put({ first: first === 'SPENT' ? null : first })}
        />
        <CaseChips
          codes={CASE_FILTERS}
          model="fee"
          iqlWithout={(code) => caseIql((key) => (key === code ? '' : read(key))) || 'due_date IS NOT EMPTY'}
        />
        {asked.of && <OnlyOf asked={asked} />}
      </div>
      <p className="quiet">{t('costs.hint')}</p>
      <Costs asked={asked} filters={(through) => filterIql(read, through)} onDivide={mayDivide(asked) ? divide : undefined} />
    </>
  )
}

/** There is one limit: a case is narrower than any other, except a class of fees. */
const mayDivide = ({ by, of }: AskedCosts) => of === undefined || (by === 'CASE' && of !== 'CLASS')

function filterIql(read: (key: string) => string, through: string) {
  const parts = CASE_FILTERS.flatMap((code) => {
    const values = valuesIn(read(code))
    return values.length > 0 ? amongIql(through ? `${through}.${code}` : code, values) : []
  })
  return parts.join(' AND ')
}

/** The selection in the address. */
function useAsked(): AskedCosts {
  const { read } = useAddress()
  const year = read('year')
  const iql = filterIql(read, '')
  const of = keyIn(read('of'))
  return {
    by: keyIn(read('by')) ?? 'DEPARTMENT',
    ...(read('first') === 'PLANNED' && { first: 'PLANNED' as const }),
    ...(/^2[01]\d\d$/.test(year) && { from: `${year}-01-01`, until: `${year}-12-31` }),
    ...(iql && { iql }),
    ...(of && read('key') && { of, of_key: read('key') }),
  }
}

function Years() {
  const { t } = useWords()
  const { read, put } = useAddress()
  const now = Number(todayIn(useZone()).slice(0, 4))
  const years = Array.from({ length: 12 }, (_, at) => `${now + 1 - at}`)
  return (
    <Select
      aria-label={t('costs.period')}
      value={years.includes(read('year')) ? read('year') : ''}
      popupMatchSelectWidth={false}
      options={[{ value: '', label: t('costs.all') }, ...years.map((year) => ({ value: year, label: year }))]}
      onChange={(year) => put({ year: year || null, open: null })}
    />
  )
}

function OnlyOf({ asked }: { asked: AskedCosts }) {
  const { t, lang } = useWords()
  const { put } = useAddress()
  const { data } = useQuery({ queryKey: ['fee', 'costs', asked], queryFn: () => act(sumCosts, asked), meta: { faults: 'own' } })
  const kind = asked.of ? wordIn(COST_KEYS[asked.of], lang) : ''
  return (
    <Tag closable onClose={() => put({ of: null, key: null, open: null })}>
      {t('costs.of', { name: [kind, data?.of_name].filter(Boolean).join(' ') })}
    </Tag>
  )
}
