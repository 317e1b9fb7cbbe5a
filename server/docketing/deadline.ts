import { dryRun } from '../records/dry-run.ts'
import { tentatively } from '../records/tentative.ts'
import { type DocketActions, docketActionsOf, extendDeadline, type Moved } from '../../model/docketing/deadline-actions.ts'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import { explain } from '../../model/docketing/wording/explain.ts'
import type { Explanation } from '../../model/docketing/calculation/computed-deadline.ts'
import type { Postponed } from '../../model/docketing/calculation/postponed.ts'
import { type Law, rulesNamed } from '../../model/docketing/rules/law.ts'
import type { Bilingual } from '../../model/docketing/rules/rule.ts'
import { DEADLINE_STATUS } from '../../model/docketing/deadline.ts'
import { durationIn } from '../../model/docketing/wording/words.ts'
import type { Lang, Options, Words } from '../../model/kit/fields.ts'
import { type Call, perform } from '../records/actions.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue, faultAt } from '../records/write/checks/validate.ts'
import { refuse } from '../errors.ts'
import { updateRow } from '../records/write/update.ts'
import type { Part } from '../records/modules.ts'
import { inTransaction, type Context, type Draft, type RowValues } from '../records/context.ts'
import { heirsOf, namesSeen } from './family/heirs.ts'
import { relativesOf } from './family/relatives.ts'
import { isWhole, type KeptExplanation } from './whole-explanation.ts'
import { getOrUnseen, withWarnings } from '../records/write/create.ts'
import { isAsBefore } from '../records/write/batch/as-before.ts'
import { warnAt } from '../records/write/checks/warnings.ts'
import { lockRows } from '../records/write/write.ts'
import { extendOrPropose } from './later-dates/extension.ts'
import { confirmersFor } from './later-dates/confirmers.ts'
import { noticeOf } from './later-dates/hold.ts'
import { carryingOut, openOf } from './later-dates/proposals.ts'
import { waitingFor } from './later-dates/explain.ts'
import { WITHOUT_END } from '../../model/docketing/buckets.ts'
import { wordIn } from '../../model/kit/fields.ts'
import { ruleWords } from './law/frozen-reasons.ts'
import { docketAndFind } from './findings/at-once.ts'
import { lawFor } from './law/law.ts'

export const deadlines: Part = {
  hooks: [{ model: 'deadline', prepare: markHandled, written: redocket }],
  shown: { deadline: addReasons },
  actions: perform(extendDeadline, ({ ctx, body: { sid, period } }) => extend(ctx, sid, period)),
}

export const datePreview = ({ name }: CaseKind): Part => ({ actions: perform(docketActionsOf(name).previewDates, preview) })

/** A deadline settled by a person stays settled when the facts change; rules never change a manual deadline. */
async function markHandled(ctx: Context, drafts: readonly Draft[]) {
  await askOfDoneDays(ctx, drafts)
  for (const draft of drafts) {
    if (!draft.transition) checkInternal(ctx, draft)
    if (draft.row.manual !== false) {
      setValue(draft, 'final_due', draft.row.official_due ?? null)
      setValue(draft, 'live_until', WITHOUT_END)
    }
    if ((draft.transition || draft.changed.has('done_date')) && String(draft.row.done_date ?? '') > ctx.today)
      faultAt(ctx, modelNamed(ctx.tenant.models, 'deadline'), draft, 'done_date', ['完成日不能晚于今天', 'must not be in the future'])
    if (!draft.before) {
      setValue(draft, 'manual', true)
      if (!draft.row.official_due) faultAt(ctx, modelNamed(ctx.tenant.models, 'deadline'), draft, 'official_due', ['必填', 'is required'])
      if (!draft.row.internal_due) setValue(draft, 'internal_due', draft.row.official_due)
      if (!draft.row.owner_sid) setValue(draft, 'owner_sid', ctx.actor.sid)
      continue
    }
    if (!draft.transition) {
      if (!draft.before.manual) keepToRule(ctx, draft)
      continue
    }
    setValue(draft, 'handled', draft.transition !== 'reopen')
    if ((draft.transition === 'complete' || draft.transition === 'restore_right') && !isDated(draft))
      setValue(draft, 'done_date', isUnproved(draft.before) ? null : (draft.row.done_date ?? ctx.today))
    if (draft.transition === 'reopen' || draft.transition === 'not_done') setValue(draft, 'done_date', null)
    if (draft.transition === 'complete' || draft.transition === 'not_done') setValue(draft, 'done_by', 'PERSON')
    if (draft.transition === 'waive' && !draft.row.handled_reason)
      faultAt(ctx, modelNamed(ctx.tenant.models, 'deadline'), draft, 'handled_reason', ['放弃须说明理由', 'is required to waive a deadline'])
  }
}

/** As a reminder, a deadline of the law would be lost in silence. */
function keepToRule(ctx: Context, draft: Draft) {
  const model = modelNamed(ctx.tenant.models, 'deadline')
  if (draft.changed.has('official_due'))
    faultAt(ctx, model, draft, 'official_due', ['由规则计算，请改动其依据', 'is calculated by its rule; change the facts it is based on'])
  if (draft.changed.has('kind')) faultAt(ctx, model, draft, 'kind', ['由规则确定，不能更改', 'is stated by its rule and cannot be changed'])
}

/** A day before the filing of the case is usually a typing error; an act before a filing, such as a draft, is confirmed. */
async function askOfDoneDays(ctx: Context, drafts: readonly Draft[]) {
  const dated = drafts.filter(({ changed, row }) => changed.has('done_date') && row.done_date && row.case_sid)
  if (dated.length === 0) return
  const sids = [...new Set(dated.map(({ row }) => String(row.case_sid)))]
  const cases = await ctx.db.selectFrom('case').select(['sid', 'filing_date']).where('sid', 'in', sids).execute()
  const filed = new Map(cases.map((one) => [one.sid, one.filing_date]))
  for (const draft of dated) {
    const day = filed.get(String(draft.row.case_sid))
    if (!day || String(draft.row.done_date) >= day) continue
    const words = [`早于案件的申请日 ${day}`, `is before the filing of the case on ${day}`] as const
    warnAt(modelNamed(ctx.tenant.models, 'deadline'), draft, { code: 'done_before_filing', field: 'done_date', words, asks: true })
  }
}

/** The internal date is there to be in time for the official one; where that becomes earlier, it follows. */
function checkInternal(ctx: Context, draft: Draft) {
  const { internal_due: own, extended_due, official_due } = draft.row
  const last = extended_due ?? official_due
  if (typeof own !== 'string' || typeof last !== 'string' || own <= last) return
  if (!draft.changed.has('internal_due')) return setValue(draft, 'internal_due', last)
  faultAt(ctx, modelNamed(ctx.tenant.models, 'deadline'), draft, 'internal_due', [
    `不能晚于官方期限 ${last}`,
    `must not be after the official due date, ${last}`,
  ])
}

/** The person named the day, be it the one that stood there. */
const isDated = ({ changed, given, row }: Draft) => changed.has('done_date') || (given?.has('done_date') === true && Boolean(row.done_date))

/** A presumed or unrecorded act was not done today, nor on the day on which its period ended: its day stays empty unless a person enters it. */
const isUnproved = ({ status }: RowValues) => status === 'PRESUMED' || status === 'NO_RECORD'

/** A settled deadline may trigger the next one, which is deleted when this is undone. */
async function redocket(ctx: Context, drafts: readonly Draft[]) {
  const isSettled = ({ transition, changed }: Draft) => transition !== undefined || (isAsBefore(ctx) && changed.has('status'))
  const settled = drafts.filter((draft) => isSettled(draft) && draft.row.manual !== true)
  if (settled.length) await docketAndFind(ctx, [...new Set(settled.map((draft) => String(draft.row.case_sid)))])
}

/** `why`: the reasons of the date in the caller's language, and the same as structured facts. */
async function addReasons(ctx: Context, record: Record<string, unknown>) {
  await explainDate(ctx, record)
  record.why = [...(record.why as string[]), ...(await waitingFor(ctx, record))] // as explainDate wrote it
}

async function explainDate(ctx: Context, record: Record<string, unknown>) {
  const kept = record.explanation
  if (kept === null || kept === undefined) {
    record.why = [ctx.lang === 'zh' ? '手工录入的期限，没有规则依据。' : 'Entered by hand, without a rule.']
    return
  }
  record.why = [ctx.lang === 'zh' ? '该日期的依据记录不完整，无法说明。' : 'What is kept of the reasons of this date is incomplete.']
  record.explanation = null
  if (!isWhole(kept)) return
  try {
    await explainWhole(ctx, record, kept)
  } catch (error) {
    // A part of it has another shape than docketing gives it.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
  }
}

async function explainWhole(ctx: Context, record: Record<string, unknown>, kept: KeptExplanation) {
  const { law } = await lawFor(ctx)
  const keptRule: { id: string; version: number } = kept.rule
  const rule = law.rules.find((one) => one.id === keptRule.id && one.version === keptRule.version)
  const settled = kept.settled?.what
  const sources = kept.candidates.flatMap(({ from }) => (from.startsWith('event:') ? from.slice(6).split('|') : []))
  const names = await documentNames(ctx, [kept.trigger.event, settled, ...sources, ...kept.candidates.map(({ event }) => event?.code)])
  const named = <T extends object>(one: T, code: string | undefined) => ({ ...one, ...(code && names.has(code) && { name: names.get(code) }) })
  const whole = {
    ...kept,
    trigger: named(kept.trigger, kept.trigger.event),
    candidates: kept.candidates.map((one) => (one.event ? { ...one, event: named(one.event, one.event.code) } : one)),
    rule: isFrozen(keptRule)
      ? keptRule
      : rule
        ? ruleWords(rule)
        : { ...keptRule, name: { zh: '', en: '' }, legal_basis: { zh: '', en: '' }, source: '', certainty: 'CHECK' as const },
  }
  record.why = explain(whole, ctx.lang, (code) => names.get(code) ?? ruleNamed(code, law) ?? wordOf(ctx, code))
  record.explanation = whole
}

/** The rule was deleted or changed since: its words of that time stayed with the date. */
const isFrozen = (rule: object): rule is Explanation['rule'] => 'name' in rule

/** Of the rule itself, of one of its occurrences, or of one for a country. */
function ruleNamed(code: string, law: Law): Bilingual | undefined {
  const [id = '', number] = code.split(':')
  const rule = rulesNamed(id, law).at(-1)
  if (!rule || !number || !/^\d+$/.test(number)) return rule
  return { zh: `${rule.zh}（第${number}年度）`, en: `${rule.en} (year ${number})` }
}

/** The words of a state of a deadline or of a case, or of a field of a case. */
function wordOf({ tenant }: Context, code: string): Bilingual | undefined {
  const own = (DEADLINE_STATUS as Options)[code]
  for (const { model } of tenant.declared.kinds.values()) {
    const fields = model.fields
    const states = model.states && fields[model.states.field]
    const found = own ?? (states?.type === 'option' ? states.options[code] : undefined)
    if (found) return { zh: found[0], en: found[1] }
    if (fields[code]) return { zh: fields[code].zh, en: fields[code].en.toLowerCase() }
  }
  return undefined
}

async function documentNames({ db }: Context, codes: readonly (string | undefined)[]) {
  const known = codes.filter((code) => code !== undefined)
  if (known.length === 0) return new Map<string, Bilingual>()
  const types = await db.selectFrom('document_type').select(['code', 'name', 'name_en']).where('code', 'in', known).execute()
  return new Map(types.map((type) => [String(type.code), { zh: String(type.name), en: String(type.name_en) }]))
}

/** Extends by one period of its rule; by the first where none is named. */
export async function extend(ctx: Context, sid: string, period?: string) {
  const model = modelNamed(ctx.tenant.models, 'deadline')
  const waits = await inTransaction(ctx, async (tx) => {
    const before = (await lockRows(tx, model, [sid]))[0] ?? refuse('not_found')
    const { law } = await lawFor(tx)
    const rule = law.rules.find((one) => one.id === before.rule_id && one.version === before.rule_version)
    const steps = rule?.extensions?.steps ?? []
    const taken = before.extended_times ?? 0
    if (before.status !== 'OPEN' || steps.length === 0)
      refuse('rule', { summary_zh: '该期限不能延长', summary_en: 'This deadline cannot be extended' })
    if (taken >= (rule?.extensions?.times ?? 1))
      refuse('rule', { summary_zh: `已延长 ${taken} 次，不能再延`, summary_en: `It has already been extended ${taken} times` })
    const asked = period ?? steps[0]?.period
    if (!steps.some((step) => step.period === asked)) {
      const offered = (lang: Lang, or: string) => steps.map((step) => durationIn(step.period, lang)).join(or)
      refuse('rule', { summary_zh: `只能延长${offered('zh', '或')}`, summary_en: `It can be extended by ${offered('en', ' or ')} only` })
    }
    return extendOrPropose(tx, before, { period: String(asked), date: ctx.today })
  })
  return withWarnings(await getOrUnseen(ctx, model, sid), waits.length > 0 ? [await waitingWords(ctx, sid, waits)] : [])
}

/** Notice for the person who extends: the day until which the former date applies, and the possible confirmers */
async function waitingWords(ctx: Context, sid: string, waits: readonly Postponed[]): Promise<string> {
  const confirmers = await confirmersFor(ctx, sid)
  return [noticeOf(waits), ...(confirmers ? [confirmers] : [])].map((words) => wordIn(words, ctx.lang)).join(ctx.lang === 'zh' ? '。' : '. ')
}

/** Every date of the case and its family, old to new, as saving would change it; nothing is saved. Cases not seen are counted. */
async function preview({ ctx, model, body: { sid, changes } }: Call<DocketActions['previewDates']>) {
  const { moved, waits } = await dryRun(ctx, async (tx) => {
    const cases = [sid, ...((await heirsOf(tx, [sid])).get(sid) ?? []), ...(await relativesOf(tx, [sid]))]
    const [before, open] = [await datesOf(tx, cases), await openOf(tx, cases)]
    const save = (own: Context) => updateRow(own, model, sid, changes as RowValues) // updateRow checks every key
    const tried = async (own: Context) => {
      await save(own)
      return (await openOf(own, cases)).isSubsetOf(open)
    }
    const held = !(await tentatively(tx, tried, (isDone) => isDone))
    if (held) await carryingOut.during(tx, true, () => save(tx))
    return { moved: await differences(before, await datesOf(tx, cases)), waits: held }
  })
  const others = [...new Set(moved.map(({ case_sid }) => case_sid))].filter((one) => one !== sid)
  const names = others.length > 0 ? await namesSeen(ctx, others) : new Map<string, Words>()
  return {
    moved: moved.flatMap((one) => {
      const name = names.get(one.case_sid)
      return one.case_sid === sid ? [one] : name === undefined ? [] : [{ ...one, case_name: wordIn(name, ctx.lang) }]
    }),
    hidden: others.length - names.size,
    waits,
  }
}

type Dated = { key: string; name: string; name_en: string; official_due: string | null; status: string; case_sid: string }

async function datesOf({ db }: Context, sids: readonly string[]): Promise<Dated[]> {
  const rows = await db
    .selectFrom('deadline')
    .select(['key', 'name', 'name_en', 'official_due', 'status', 'case_sid'])
    .where('case_sid', 'in', [...new Set(sids)])
    .where('key', 'is not', null)
    .execute()
  return rows as Dated[] // the columns just selected
}

async function differences(before: readonly Dated[], after: readonly Dated[]): Promise<Moved[]> {
  const known = new Map(before.map((row) => [`${row.case_sid} ${row.key}`, row]))
  return after.flatMap((row) => {
    const old = known.get(`${row.case_sid} ${row.key}`)
    if (old && old.official_due === row.official_due && old.status === row.status) return []
    const what = !old
      ? 'NEW'
      : row.status === 'OPEN' && old.status !== 'OPEN'
        ? 'REOPENED'
        : row.status !== 'OPEN' && old.status === 'OPEN'
          ? 'CLOSED'
          : 'MOVED'
    return [
      {
        case_sid: row.case_sid,
        key: row.key,
        name: row.name,
        name_en: row.name_en,
        what,
        from: old?.official_due ?? null,
        to: row.official_due,
        status: row.status,
      },
    ]
  })
}
