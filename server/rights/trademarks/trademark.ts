import type { Model } from '../../../model/kit/model.ts'
import { isStatus, fitsOffice, STATUS } from '../../../model/rights/trademarks/lifecycle/states.ts'
import { RENEWALS } from '../../../model/rights/trademarks/lifecycle/transitions.ts'
import { ROUTE_OF_OFFICE, type ROUTES } from '../../../model/rights/trademarks/kinds-and-routes.ts'
import { classNumbers, classRows, goodsIn } from '../../../model/rights/trademarks/nice-classes.ts'
import { beginOfTerm, endOfTerm, nextEnd, openingOf } from '../../../model/rights/trademarks/term.ts'
import { faultsOf, readingOf } from '../../cases/numbering/numbers.ts'
import { keepKeys } from './alike.ts'
import { checkRenewal, followDays, forgetDays, forgetEarlierDay, isOfPresentTerm, recordRenewals } from './renewals.ts'
import { ruleFault } from '../../cases/rule-fault.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'
import type { Part } from '../../records/modules.ts'
import type { Context, Draft } from '../../records/context.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'

/** The parts of a trademark that no declaration can express. */
export const trademarks: Part = {
  hooks: [
    { model: 'trademark', prepare, check, written: recordRenewals },
    { model: 'official_event', written: followDays, deleted: forgetDays },
  ],
}

function prepare(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'trademark')
  for (const draft of drafts) {
    chooseRoute(draft)
    readNumbers(ctx, model, draft)
    countClasses(draft)
    completeTerm(ctx, draft)
    latestUse(draft)
    keepKeys(draft)
  }
}

function check(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'trademark')
  for (const draft of drafts) {
    checkOffice(ctx, model, draft)
    checkClasses(ctx, model, draft)
    checkDates(ctx, model, draft)
    checkRenewal(ctx, model, draft)
  }
}

/** WIPO and the regional offices have a route of their own, which others do not have. */
function chooseRoute(draft: Draft) {
  const { country, route } = draft.row
  const own = ROUTE_OF_OFFICE[String(country)]
  if (own && route === 'DIRECT' && (!draft.before || draft.changed.has('country'))) setValue(draft, 'route', own)
}

const NUMBERS = [
  { code: 'application_no', key: 'application_key' },
  { code: 'reg_no', key: 'reg_key' },
  { code: 'intl_reg_no', office: 'WO' },
] as const

/** Numbers are stored in their office's print format, with a key that is the same for every spelling. */
function readNumbers(ctx: Context, model: Model, draft: Draft) {
  const { row, changed } = draft
  sameNumber(draft)
  for (const { code, ...more } of NUMBERS) {
    if (!changed.has(code) && !changed.has('country')) continue
    const text = row[code]
    const office = 'office' in more ? more.office : String(row.country ?? '')
    const reading = typeof text === 'string' && text !== '' ? readingOf(text, 'mark', office) : undefined
    if ('key' in more) setValue(draft, more.key, reading?.normalised ?? null)
    if (!reading) continue
    const faults = faultsOf(ctx, reading, { kind: 'mark' }, office)
    if (faults.length === 0 && reading.faults.length === 0) setValue(draft, code, reading.printed)
    for (const words of faults) faultAt(ctx, model, draft, code, words)
    if (office !== 'CN') for (const { zh, en } of reading.faults) warnAt(model, draft, { code: 'odd_number', field: code, words: [zh, en] })
  }
}

/** In China the registration bears the number of its application; a designation bears the international number. */
function sameNumber(draft: Draft) {
  const { country, route, application_no, intl_reg_no, reg_no, reg_date } = draft.row
  const own = route === 'MADRID_DESIGNATION' ? (application_no ?? intl_reg_no) : country === 'CN' ? application_no : null
  if (reg_date && own && (reg_no ?? null) === null) setValue(draft, 'reg_no', own)
}

/** The classes of the rows, each in order; a list of goods without a count is counted. */
function countClasses(draft: Draft) {
  const { row, changed } = draft
  if (!changed.has('classes')) return
  const rows = classRows(row.classes)
  const counted = rows.map((one) => (typeof one.goods_count === 'number' || !goodsIn(one.goods) ? one : { ...one, goods_count: goodsIn(one.goods) }))
  if (counted.some((one, at) => one !== rows[at])) setValue(draft, 'classes', counted)
  const numbers = classNumbers(rows)
  setValue(draft, 'nice_classes', numbers.length > 0 ? numbers : null)
}

/** The term begins with the registration or, by the law of the office, with the filing; a renewal adds the next term. */
function completeTerm(ctx: Context, draft: Draft) {
  const { row, before, changed, transition } = draft
  const begins = beginOfTerm(row)
  const isFollowing = (row.valid_from ?? null) === null || (before && row.valid_from === beginOfTerm(before) && !changed.has('valid_from'))
  if (begins && isFollowing) setValue(draft, 'valid_from', begins)
  const { valid_from: from, valid_to: to } = row
  if (transition && RENEWALS.includes(transition)) {
    if (isOfPresentTerm(ctx, draft)) setValue(draft, 'status', before?.status)
    else {
      if (typeof to === 'string' && !changed.has('valid_to')) setValue(draft, 'valid_to', nextEnd(typeof from === 'string' ? from : null, to, row))
      forgetEarlierDay(ctx, draft)
    }
  } else if (typeof from === 'string' && !changed.has('valid_to') && ((to ?? null) === null || isFirstEnd(before)))
    setValue(draft, 'valid_to', endOfTerm(from, row))
  const end = draft.row.valid_to
  setValue(draft, 'renewal_window_from', typeof end === 'string' ? openingOf(end, String(row.country)) : null)
}

const isFirstEnd = (before: Draft['before']) => typeof before?.valid_from === 'string' && before.valid_to === endOfTerm(before.valid_from, before)

function latestUse(draft: Draft) {
  if (!draft.changed.has('use_evidence')) return
  const rows = Array.isArray(draft.row.use_evidence) ? (draft.row.use_evidence as { date: string }[]) : [] // rows as the model declares them
  const days = rows.map(({ date }) => date).toSorted()
  setValue(draft, 'last_use_date', days.at(-1) ?? null)
}

/** A case can only be in a state that its office and route have. */
function checkOffice(ctx: Context, model: Model, draft: Draft) {
  const { status, country, route } = draft.row
  if (!['status', 'country', 'route'].some((code) => draft.changed.has(code))) return
  if (isStatus(status) && !fitsOffice(status, String(country), String(route))) {
    const [zh, en] = STATUS[status]
    faultAt(ctx, model, draft, 'status', [`“${zh}”不是 ${country} 商标的状态`, `“${en}” is not a status of ${country} trademarks`])
  }
  const own = Object.entries(ROUTE_OF_OFFICE).find(([, one]) => one === (route as keyof typeof ROUTES))?.[0] // an option of the field
  if (own && own !== country)
    faultAt(ctx, model, draft, 'route', [`该途径的受理局应为 ${own}，而不是 ${country}`, `belongs to the office ${own}, not to ${country}`])
  if (route === 'MADRID_DESIGNATION' && country === 'WO')
    faultAt(ctx, model, draft, 'country', ['指定案件的国家为被指定缔约方', 'of a designation is the designated party'])
}

function checkClasses(ctx: Context, model: Model, draft: Draft) {
  if (!draft.changed.has('classes')) return
  const rows = classRows(draft.row.classes)
  const numbers = rows.map(({ class_no }) => class_no)
  const twice = numbers.find((one, at) => numbers.indexOf(one) < at)
  if (twice !== undefined) faultAt(ctx, model, draft, 'classes', [`第 ${twice} 类重复`, `contains class ${twice} twice`])
}

/** Offices with opposition before registration; elsewhere, as in Germany and Japan, a registration may be published afterwards. */
const PUBLISHED_FIRST: ReadonlySet<unknown> = new Set(['CN', 'US', 'EM'])

/** The order of dates; equal days pass. */
const ORDER = [
  ['filing_date', 'prelim_pub_date'],
  ['filing_date', 'reg_date'],
  ['prelim_pub_date', 'reg_date'],
  ['filing_date', 'allowance_date'],
  ['valid_from', 'valid_to'],
  ['filing_date', 'close_date'],
  ['intl_reg_date', 'notified_date'],
] as const

function checkDates(ctx: Context, model: Model, draft: Draft) {
  const { row, changed } = draft
  for (const [first, then] of ORDER) {
    const [one, other] = [row[first], row[then]]
    if (!one || !other || one <= other || !(changed.has(first) || changed.has(then))) continue
    if (first === 'prelim_pub_date' && !PUBLISHED_FIRST.has(row.country)) continue
    const [early, late] = [fieldOf(model, first), fieldOf(model, then)]
    const words = [`${other} 早于${early?.zh} ${one}`, `${other} is before the ${early?.en} ${one}`] as const
    ruleFault(ctx, draft, [late?.zh ?? then, late?.en ?? then], words, then)
  }
  const filed = row.filing_date
  if (typeof filed !== 'string' || filed <= ctx.today || !(changed.has('filing_date') || changed.has('status')) || row.status === 'TM_PREPARING')
    return
  const words = [`已递交案件的申请日 ${filed} 不能晚于今天`, `${filed} is in the future, but the case has been filed`] as const
  ruleFault(ctx, draft, ['申请日', 'Filing date'], words, 'filing_date')
}
