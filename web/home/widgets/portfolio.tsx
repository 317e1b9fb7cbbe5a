import { useQueries } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { yearIn } from '../../../model/kit/days/clock.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { doVerb } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { Chart } from '../../cases/charts/chart.tsx'
import { useKindsAnswer } from '../../cases/kinds.ts'
import { useZone } from '../../fields/moments.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { type Say, useWords } from '../../words/language.ts'
import { type Bar, barsOf, largest, type Part } from './bars.ts'
import { ChartLinks } from '../../cases/charts/chart-links.tsx'
import { FirstStep } from './first-step.tsx'
import { together } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'

export type Facet = 'status' | 'legal_status' | 'country' | 'type'

/** The field of a kind for each chart, and the field of the head of all cases that copies it. */
const FIELDS: Readonly<Record<Facet, { of(kind: WireSchema): string | undefined; head?: string }>> = {
  status: { of: ({ states }) => states?.field, head: 'status' },
  legal_status: { of: ({ fields }) => fields.find(({ code }) => code === 'legal_status')?.code },
  country: { of: (kind) => kind.case?.roles.country, head: 'country' },
  type: { of: (kind) => kind.case?.roles.subtype, head: 'subtype' },
}

type Kind = { schema: WireSchema; code: string }

/** The groups of each kind of case by one of its fields; undefined until all are there. */
function useGroupsOf(kinds: readonly Kind[] | undefined, period = '') {
  const answers = useQueries({
    queries: (kinds ?? []).map(({ schema: { model }, code }) => ({
      queryKey: [model, 'aggregate', code + period],
      queryFn: () => doVerb(model, 'aggregate', { by: [code + period] }),
      meta: { faults: 'own' },
    })),
  })
  const query = together(...answers)
  if (!kinds || answers.some(({ data }) => !data)) return { query, groups: undefined }
  const groups = kinds.map((kind, at) => {
    const record = answers[at]?.data?.record ?? []
    return { ...kind, counts: record.map(({ by, count }) => ({ value: textOf(by[kind.code + period]), count })) }
  })
  return { query, groups }
}

type Group = Kind & { counts: { value: string | null; count: number }[] }

const MAX_BARS = 8
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** The cases of every kind by one of their fields; each bar opens its list. */
export function Portfolio({ by }: { by: Facet }) {
  const { t, tag } = useWords()
  const { kinds: all, query: reading } = useKindsAnswer()
  const kinds = all?.flatMap((schema) => {
    const code = FIELDS[by].of(schema)
    return code !== undefined && schema.fields.some((field) => field.code === code) ? [{ schema, code }] : []
  })
  const { query, groups } = useGroupsOf(kinds)
  if (!groups || reading.isError) return <Waiting query={together(query, reading)} />
  const parts = groups.flatMap((group) => (by === 'status' ? stagesOf(group) : partsOf(group, by, { t, tag })))
  if (parts.length === 0) return <NoCases kinds={all ?? []} />
  const bars = barsOf(by === 'status' ? parts : largest(parts, MAX_BARS, t('home.others')))
  return <Bars label={fieldOf(groups[0])?.label ?? t(`home.${by === 'legal_status' ? 'legal' : by}`)} bars={bars} isAcross />
}

const fieldOf = (kind: Kind | undefined): WireField | undefined => kind?.schema.fields.find(({ code }) => code === kind.code)

function partsOf(group: Group, by: Facet, { t, tag }: { t: Say; tag: string }): Part[] {
  const field = fieldOf(group)
  const regions = new Intl.DisplayNames([tag], { type: 'region', fallback: 'code' })
  const nameOf = (value: string | null) => {
    if (value === null) return t('home.unknown')
    if (field?.options) return optionLabel(field, value)
    return /^[A-Z]{2}$/.test(value) && value !== 'EP' && value !== 'WO' ? (regions.of(value) ?? value) : value
  }
  return group.counts.map(({ value, count }) => ({
    kind: group.schema.model,
    code: group.code,
    head: FIELDS[by].head,
    name: nameOf(value),
    values: [value],
    count,
  }))
}

/** The states of every office, grouped and ordered by their stage. */
function stagesOf({ schema, code, counts }: Group): Part[] {
  return (schema.case?.stages ?? []).flatMap(({ label, states }) => {
    const own = counts.filter(({ value }) => value !== null && states.includes(value))
    if (own.length === 0) return []
    const count = own.reduce((sum, one) => sum + one.count, 0)
    return { kind: schema.model, code, head: FIELDS.status.head, name: label, values: own.map(({ value }) => value), count }
  })
}

function Bars({ label, bars, isAcross = false }: { label: string; bars: readonly Bar[]; isAcross?: boolean }) {
  const navigate = useNavigate()
  return (
    <div className="chart-box">
      <Chart
        label={label}
        isAcross={isAcross}
        names={bars.map(({ name }) => name)}
        series={[{ name: label, values: bars.map(({ count }) => count) }]}
        onPick={(at) => navigate(bars[at]?.to ?? pageOf('case'))}
      />
      <ChartLinks bars={bars.filter(({ count }) => count > 0)} />
    </div>
  )
}

const YEARS = 12

function lastYears(now: number) {
  return Array.from({ length: YEARS }, (_, at) => String(now - YEARS + 1 + at))
}

/** The number of filings of every kind in each of the last years. */
export function Filings() {
  const { t } = useWords()
  const zone = useZone()
  const { kinds: all, query: reading } = useKindsAnswer()
  const kinds = all?.flatMap((schema) => {
    const code = schema.case?.roles.filing_date
    return code === undefined ? [] : [{ schema, code }]
  })
  const { query, groups } = useGroupsOf(kinds, ':year')
  if (!groups || reading.isError) return <Waiting query={together(query, reading)} />
  if (groups.every(({ counts }) => counts.length === 0)) return <NoCases kinds={all ?? []} />
  const bars = lastYears(yearIn(zone)).map((year) => {
    const own = groups.flatMap((group) => group.counts.filter(({ value }) => value === year).map(({ count }) => ({ ...group, count })))
    const [first] = own
    const [model, code] = own.length === 1 && first ? [first.schema.model, first.code] : ['case', 'filing_date']
    const iql = `${code} BETWEEN '${year}-01-01' AND '${year}-12-31'`
    return { name: year, count: own.reduce((sum, { count }) => sum + count, 0), to: `${pageOf(model)}?${new URLSearchParams({ iql })}` }
  })
  return <Bars label={t('home.filings')} bars={bars} />
}

function NoCases({ kinds }: { kinds: readonly WireSchema[] }) {
  const creatable = kinds.filter((kind) => allows(kind, 'create'))
  // The first case of a company is a patent, or at least a right, not a dispute about one.
  const first = creatable.find(({ model }) => model === 'patent') ?? creatable.find((kind) => !kind.case?.dealing) ?? creatable[0]
  const own = first?.model ?? kinds[0]?.model
  if (own === undefined) return null
  return <FirstStep what="home.noCases" to={pageOf(own, '/new')} go="home.firstCase" needs={{ model: own, verb: 'create' }} />
}
