import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { runGoldenCases } from '../../../model/docketing/law/golden-case-actions.ts'
import type { Field } from '../../../model/kit/fields.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { parseValue } from '../../records/write/values.ts'
import { soundLaw } from '../law/law.ts'
import { checkAll, goldenCases, MAX_GOLDEN } from './check.ts'
import { fieldNamed, kindNamed } from './suppose.ts'

/** Worked examples of the law, kept by administrators. */
export const golden: Part = {
  hooks: [{ model: 'golden_case', prepare: (ctx, drafts) => drafts.forEach((draft) => prepare(ctx, draft)), check }],
  actions: perform(runGoldenCases, run),
}

async function run({ ctx }: Call<typeof runGoldenCases>) {
  const cases = checkAll(ctx, await goldenCases(ctx), await soundLaw(ctx))
  const passed = cases.filter((one) => one.passed).length
  return { passed, failed: cases.length - passed, cases }
}

const faulty = (ctx: Context, draft: Draft, code: string, zh: string, en: string) =>
  faultAt(ctx, modelNamed(ctx.tenant.models, 'golden_case'), draft, code, [zh, en])

/** Types, routes, states and fields may be written by their names; they are kept by their codes. */
function prepare(ctx: Context, draft: Draft) {
  const kind = kindNamed(ctx, draft.row.case_kind)
  if (!kind) return faulty(ctx, draft, 'case_kind', '没有这类案件', 'is no kind of case')
  for (const [code, field] of choicesOf(kind)) {
    const given = draft.row[code]
    if (given === null || given === undefined) continue
    const option = field && optionNamed(field, String(given))
    if (option === undefined) faulty(ctx, draft, code, `没有“${String(given)}”`, `has no “${String(given)}” for this kind of case`)
    else if (option !== given) setValue(draft, code, option)
  }
  if (Array.isArray(draft.row.facts))
    setValue(
      draft,
      'facts',
      (draft.row.facts as RowValues[]).map((row) => factOf(ctx, draft, kind, row)),
    ) // rows
}

function choicesOf({ model, roles }: CaseKind): (readonly [string, Field | undefined])[] {
  const fieldOf = (code: string | undefined) => Object.entries<Field>(model.fields).find(([name]) => name === code)?.[1]
  return [
    ['subtype', fieldOf(roles.subtype)],
    ['route', fieldOf(roles.route)],
    ['status', fieldOf(model.states?.field)],
  ]
}

function optionNamed(field: Field, text: string): string | undefined {
  if (field.type !== 'option') return undefined
  if (Object.hasOwn(field.options, text)) return text
  return Object.entries(field.options).find(([, words]) => words.some((word) => word.toLowerCase() === text.toLowerCase()))?.[0]
}

function factOf(ctx: Context, draft: Draft, kind: CaseKind, { field: named, value, ...row }: RowValues): RowValues {
  const code = codeOf(kind, String(named))
  const field = fieldNamed(kind, code)
  if (!field || code === undefined) {
    faulty(ctx, draft, 'facts', `案件没有字段“${String(named)}”`, `names “${String(named)}”, which is no field of this kind of case`)
    return { ...row, field: named, value }
  }
  const option = field.type === 'option' ? optionNamed(field, String(value)) : undefined
  const parsed = LISTS.has(field.type) ? { value } : parseValue(field, field.type === 'boolean' ? truthOf(value) : (option ?? value))
  if ('fault' in parsed) faulty(ctx, draft, 'facts', `“${field.zh}”${parsed.fault[0]}`, `“${field.en}” ${parsed.fault[1]}`)
  return { ...row, field: code, value: 'value' in parsed ? String(parsed.value) : value }
}

const LISTS: ReadonlySet<Field['type']> = new Set(['options', 'references'])

const TRUTH: Readonly<Record<string, boolean>> = { true: true, false: false, 是: true, 否: false, yes: true, no: false }
const truthOf = (value: unknown) => TRUTH[String(value).toLowerCase()] ?? value

const codeOf = ({ model }: CaseKind, text: string): string | undefined =>
  Object.entries<Field>(model.fields).find(([code, { zh, en }]) => code === text || zh === text || en.toLowerCase() === text.toLowerCase())?.[0]

async function check(ctx: Context, drafts: readonly Draft[]) {
  const fresh = drafts.filter(({ before }) => !before)
  if (fresh.length === 0) return
  const known = await goldenCases(ctx)
  if (known.length + fresh.length <= MAX_GOLDEN) return
  for (const draft of fresh)
    faulty(ctx, draft, 'number', `验证案例最多 ${MAX_GOLDEN} 个`, `is one too many: there are at most ${MAX_GOLDEN} golden cases`)
}
