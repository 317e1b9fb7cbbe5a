import type { Model } from '../../../model/kit/model.ts'
import { recognise, type Kind, type Recognised } from '../../../model/cases/numbers/recognise.ts'
import { PATENT_TYPES } from '../../../model/rights/patents/types-and-routes.ts'
import { faultsOf, readingOf } from '../../cases/numbering/numbers.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'

type Numbered = { code: string; key?: string; kind: Kind; office?: string }

const NUMBERS: readonly Numbered[] = [
  { code: 'application_no', key: 'application_key', kind: 'application' },
  { code: 'publication_no', key: 'publication_key', kind: 'publication' },
  { code: 'grant_no', key: 'grant_key', kind: 'grant' },
  { code: 'patent_no', kind: 'patent' },
  { code: 'pct_no', kind: 'application', office: 'WO' },
  { code: 'pct_pub_no', kind: 'publication', office: 'WO' },
]

/** Numbers are stored in their office's print format, with a key that is the same for every spelling. */
export function readNumbers(ctx: Context, model: Model, draft: Draft) {
  placeByKindCode(draft)
  for (const numbered of NUMBERS) {
    if (!draft.changed.has(numbered.code) && !draft.changed.has('country')) continue
    const text = draft.row[numbered.code]
    const office = numbered.office ?? String(draft.row.country ?? '')
    const reading = typeof text === 'string' && text !== '' ? readingOf(text, numbered.kind, office) : undefined
    if (numbered.key) setValue(draft, numbered.key, reading?.normalised ?? null)
    if (!reading) continue
    const faults = faultsOf(ctx, reading, numbered, office)
    if (faults.length === 0) setValue(draft, numbered.code, printedFor(reading, numbered))
    for (const words of faults) faultAt(ctx, model, draft, numbered.code, words)
    if (office !== 'CN') warnOf(model, draft, numbered.code, reading)
  }
  if (draft.changed.has('application_no') || draft.changed.has('patent_type')) checkRight(ctx, model, draft)
}

/** Other offices change their formats: an odd number is kept unchanged, with a warning. */
function warnOf(model: Model, draft: Draft, field: string, { faults }: Recognised) {
  for (const { zh, en } of faults) warnAt(model, draft, { code: 'odd_number', field, words: [zh, en] })
}

function printedFor({ printed, office }: Recognised, { kind, code }: Numbered): string {
  if (kind === 'application') return printed.replace(/^ZL/, '')
  return code === 'patent_no' && office === 'CN' && !printed.startsWith('ZL') ? `ZL${printed}` : printed
}

/** CN112345678B in the publication column is a grant: databases put both into one. */
function placeByKindCode(draft: Draft) {
  const { row, changed } = draft
  if (!changed.has('publication_no') || typeof row.publication_no !== 'string' || !/[A-Z]\d?\s*$/i.test(row.publication_no)) return
  const [reading] = recognise(row.publication_no, row.country ? { office: String(row.country) } : {})
  if (reading?.kind !== 'grant' || reading.faults.some(({ level }) => level === 'error')) return
  if ((row.grant_no ?? null) !== null && keyOf(row.grant_no, row) !== reading.normalised) return
  setValue(draft, 'grant_no', row.publication_no)
  if ((row.grant_date ?? null) === null && row.publication_date) setValue(draft, 'grant_date', row.publication_date)
  if (row.grant_date === row.publication_date) setValue(draft, 'publication_date', null)
  setValue(draft, 'publication_no', null)
}

const keyOf = (text: unknown, row: RowValues) => readingOf(String(text), 'grant', String(row.country ?? '')).normalised

function checkRight(ctx: Context, model: Model, draft: Draft) {
  const { country, application_no, patent_type } = draft.row
  if (country !== 'CN' || typeof application_no !== 'string' || draft.faults.some(({ field }) => field === 'application_no')) return
  const { right } = readingOf(application_no, 'application', 'CN')
  if (!right || right === patent_type || !isType(right) || !isType(patent_type)) return
  const [[numberZh, numberEn], [typeZh, typeEn]] = [PATENT_TYPES[right], PATENT_TYPES[patent_type]]
  faultAt(ctx, model, draft, 'application_no', [
    `号码属于${numberZh}，与专利类型“${typeZh}”不符`,
    `is a number of type ${numberEn}, which does not match the patent type “${typeEn}”`,
  ])
}

const isType = (type: unknown): type is keyof typeof PATENT_TYPES => typeof type === 'string' && type in PATENT_TYPES

/** Application number and patent number must agree once both are known. */
export function checkPatentNo(ctx: Context, model: Model, draft: Draft) {
  const { country, patent_no, application_key } = draft.row
  if (
    country !== 'CN' ||
    typeof patent_no !== 'string' ||
    !application_key ||
    !(draft.changed.has('patent_no') || draft.changed.has('application_key'))
  )
    return
  if (draft.faults.some(({ field }) => field === 'patent_no' || field === 'application_no')) return
  if (readingOf(patent_no, 'patent', 'CN').normalised !== application_key)
    faultAt(ctx, model, draft, 'patent_no', ['与申请号不符', 'does not match the application number'])
}

/** China's patent number is its application number with the prefix ZL, from the grant on. */
export function completePatentNo(draft: Draft) {
  const { country, grant_date, grant_no, application_no } = draft.row
  if (country !== 'CN' || !(grant_date || grant_no) || typeof application_no !== 'string') return
  if (draft.faults.some(({ field }) => field === 'application_no')) return
  if ((draft.row.patent_no ?? null) === null || draft.changed.has('application_no')) setValue(draft, 'patent_no', `ZL${application_no}`)
}
