import { HEAD } from '../../model/cases/head-fields.ts'
import { compactOf, lettersAndDigits } from '../../model/cases/numbers/recognise.ts'
import { searchKeys } from '../../model/cases/numbers/search-keys.ts'
import type { Words } from '../../model/kit/fields.ts'
import { numberWords } from '../../model/mail/number-words.ts'
import type { Context } from '../records/context.ts'
import { withKeys } from '../records/query/conditions/by-number.ts'
import { modelNamed } from '../records/registry.ts'

type Mail = { company_sid: string | null; answers: readonly string[]; subject: string; from_address: string; text: string; names: readonly string[] }
export type Match =
  | { case_sid: string; by: 'NUMBER' | 'RULE' | 'REPLY'; rules: readonly string[] }
  | { case_sid: null; candidates: readonly string[]; words: Words }

/** The one case that the mail names by its number or a rule knows; with two, a person decides. */
export async function matchCase(ctx: Context, mail: Mail): Promise<Match> {
  const [answered, numbered, ruled] = [await casesAnswered(ctx, mail), await casesNamed(ctx, mail), await casesByRule(ctx, mail)]
  const found = [...new Set([...answered, ...numbered, ...ruled.map(({ case_sid }) => case_sid)])]
  const [only] = found
  if (only === undefined) return { case_sid: null, candidates: [], words: NO_CASE }
  if (found.length > 1)
    return { case_sid: null, candidates: found.slice(0, 20), words: [`邮件涉及 ${found.length} 个案件`, `the mail names ${found.length} cases`] }
  return { case_sid: only, by: answered.length > 0 ? 'REPLY' : numbered.length > 0 ? 'NUMBER' : 'RULE', rules: ruled.map(({ sid }) => sid) }
}

const NO_CASE: Words = ['没有找到对应的案件', 'no case was found for it']

/** Cases of our mails that this one answers */
async function casesAnswered({ db }: Context, { answers }: Mail): Promise<string[]> {
  if (answers.length === 0) return []
  const rows = await db
    .selectFrom('outgoing_mail as m')
    .innerJoin('case as c', 'c.sid', 'm.case_sid')
    .select('m.case_sid')
    .where('m.message_id', 'in', [...answers])
    .where('c.deleted_at', 'is', null)
    .execute()
  return [...new Set(rows.flatMap(({ case_sid }) => case_sid ?? []))]
}

/** A case number alone is enough; other digits only where they are surely a number of an office. */
async function casesNamed(ctx: Context, { subject, text, names }: Mail): Promise<string[]> {
  const words = numberWords([subject, ...names, text].join('\n'))
  const keys = new Map(
    words.flatMap(({ word, key, official }) => [key, ...(official ? searchKeys(word) : [])].map((one) => [one, official] as const)),
  )
  const exact = new Set(words.map(({ key }) => key))
  const found = await withKeys(ctx, modelNamed(ctx.tenant.models, HEAD), [...keys.keys()], MAX_CASES)
  if (found.length === 0) return []
  const heads = await ctx.db
    .selectFrom('case')
    .select(['sid', 'case_no'])
    .where('sid', 'in', [...new Set(found.map(({ sid }) => sid))])
    .execute()
  const numbers = new Map(heads.map(({ sid, case_no }) => [sid, lettersAndDigits(compactOf(case_no ?? ''))]))
  const isMeant = ({ sid, key }: { sid: string; key: string }) => keys.get(key) === true || (exact.has(key) && numbers.get(sid) === key)
  return [...new Set(found.filter(isMeant).map(({ sid }) => sid))]
}

const MAX_CASES = 1000

/** Rules of the mailbox's company and this sender with a text that the subject contains */
async function casesByRule({ db }: Context, { company_sid, subject, from_address }: Mail): Promise<{ sid: string; case_sid: string }[]> {
  const rules = await db
    .selectFrom('mail_rule as r')
    .innerJoin('case as c', 'c.sid', 'r.case_sid')
    .select(['r.sid', 'r.subject_text', 'r.case_sid'])
    .where('r.sender', '=', from_address)
    .where((row) => row.or([row('r.company_sid', 'is', null), row('r.company_sid', '=', company_sid)]))
    .where('r.deleted_at', 'is', null)
    .where('r.valid', '=', true)
    .where('c.deleted_at', 'is', null)
    .limit(MAX_CASES)
    .execute()
  const inSubject = folded(subject)
  return rules.flatMap(({ sid, subject_text, case_sid }) =>
    case_sid && subject_text && inSubject.includes(folded(subject_text)) ? [{ sid, case_sid }] : [],
  )
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** The part of the subject by which the sender names the matter, such as the case number of an agency; none of `known`, which are our own. */
export function subjectTextOf(subject: string, known: readonly string[]): string | null {
  const own = new Set(known.map((one) => lettersAndDigits(compactOf(one))))
  const words = (subject.normalize('NFKC').match(/[A-Za-z0-9][A-Za-z0-9./_-]{3,40}/g) ?? []).map((word) => word.replace(/[./_-]+$/, ''))
  const named = words.filter((word) => (word.match(/\d/g) ?? []).length >= 3 && !DAY.test(word) && !own.has(lettersAndDigits(compactOf(word))))
  return named.toSorted((a, b) => b.length - a.length)[0] ?? null
}

const DAY = /^\d{4}[-./]\d{1,2}[-./]\d{1,2}$/
