import { sql } from 'kysely'
import type { RelationType } from '../../../../model/cases/related_case.ts'
import { doesContinue, relationIn } from '../../../../model/cases/relations/relation-words.ts'
import { applicationKeyOf } from '../../../../model/cases/relations/family-facts.ts'
import { type CaseKind, fieldOfRole } from '../../../../model/cases/case-kind.ts'
import { recognise } from '../../../../model/cases/numbers/recognise.ts'
import { WRITTEN } from '../../../../model/import/imported_row.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { anyTable } from '../../../database/pool.ts'
import { accessOf } from '../../../records/permission/permission.ts'
import { modelNamed } from '../../../records/registry.ts'
import type { Context } from '../../../records/context.ts'
import { kindOf } from '../../profile.ts'
import { seenOf } from '../permission.ts'
import { relationNamed } from './priority-rows.ts'
import type { Tie } from './tie.ts'

type Said = { sid: string; text: string; country: string; written: boolean }

/** The earlier applications named in the records, where one of the two cases is of this import: before or after it in the file, or imported earlier. */
export async function continuationsOf(ctx: Context, model: Model, job_sid: string): Promise<Tie[]> {
  const kind = kindOf(ctx, model)
  const { said: text, continuation } = kind?.priorities ?? {}
  if (!kind || !text || !continuation || !mayRelate(ctx)) return []
  const named = (await saidIn(ctx, kind, text, job_sid)).flatMap((said) =>
    said.text.split('\n').flatMap((line) => {
      const parsed = readLine(line, said.country)
      return parsed === undefined ? [] : [{ ...said, line, ...parsed }]
    }),
  )
  const ours = await casesWith(ctx, kind, [...new Set(named.map(({ key }) => key))], job_sid)
  const found = named.flatMap(({ sid, written, line, key, relation, isDivided }) =>
    (ours.get(key) ?? []).flatMap((other) =>
      other.sid !== sid && (written || other.written)
        ? [{ later: sid, earlier: other.sid, line, ...recorded(ctx, relation, isDivided ? 'DIV' : continuation) }]
        : [],
    ),
  )
  const seen = await seenOf(ctx, model, [...new Set(found.flatMap(({ later, earlier }) => [later, earlier]))])
  // A pair of cases is related once, so a relation that the file names comes before a guessed one.
  return found
    .filter(({ later, earlier }) => seen.has(later) && seen.has(earlier))
    .toSorted((one, other) => Number('remark' in one) - Number('remark' in other))
}

/** A relation that the file does not name is recorded as the usual one, with a remark. */
const recorded = ({ lang }: Context, relation: RelationType | undefined, usual: RelationType) =>
  relation ? { relation } : { relation: usual, remark: (usual === 'DIV' ? UNTOLD_DIVISION : UNTOLD)[lang] }

const UNTOLD = {
  zh: '导入的文件没有写明是继续、部分继续还是分案，按继续申请记录，请核对',
  en: 'The imported file does not say whether this is a continuation, one in part or a division: recorded as a continuation, to be checked',
}

const UNTOLD_DIVISION = {
  zh: '导入的文件只写明母案，没有写明是否为分案，按分案记录，请核对',
  en: 'The imported file names a parent and does not say whether this is a division of it: recorded as a division, to be checked',
}

export function mayRelate(ctx: Context): boolean {
  const { verbs } = accessOf(ctx, modelNamed(ctx.tenant.models, 'related_case'))
  return verbs.has('create') || verbs.has('*')
}

type Line = { key: string; relation: RelationType | undefined; isDivided: boolean }

/**
 * The number of a line such as `US 12/612,880 2009-11-05 CIP`, where it is of the case's own office or, for the United States, of an
 * international application (35 USC 365(c)), and the relation that it names.
 * `isDivided`: only a parent is named, and the office is not that of the United States, so the case can be a division alone.
 */
export function readLine(line: string, country: string): Line | undefined {
  const said = filingIn(line)
  if (!said || (said.office !== country && !(country === 'US' && said.office === 'WO' && doesContinue(said.words)))) return undefined
  return { key: said.key, relation: relationNamed(said.words), isDivided: isParent(said.words) && country !== 'US' }
}

const isParent = (words: string | undefined) => words === '母案' || words === 'parent'

/** The application that a line names, at whatever office. */
export function filingIn(line: string): { office: string; key: string; day: string; words: string | undefined } | undefined {
  const [, written, no, day = '', words] = DATED.exec(line) ?? undated(line) ?? []
  const office = written ?? no?.slice(0, 2)
  if (office === undefined || no === undefined) return undefined
  const key = recognise(no, { kind: 'application', office, ...(day && { year: Number(day.slice(0, 4)) }) })[0]?.normalised
  return key === undefined ? undefined : { office, key, day, words }
}

const DATED = /^(?:([A-Z]{2}) )?(\S.*?) (\d{4}-\d{2}-\d{2})(?: (\S.*))?$/

/** A parent that a file names without its filing date. */
function undated(line: string): string[] | undefined {
  const [, office = '', no = '', words = ''] = /^([A-Z]{2}) (\S*\d\S*) (\S.*)$/.exec(line) ?? []
  return relationIn(words) || isParent(words) ? [line, office, no, '', words] : undefined
}

/** Whether the case was written by this import. */
export const writtenBy = (job_sid: string) =>
  sql<boolean>`exists (select from imported_row i where i.job_sid = ${job_sid} and i.record_sid = t.sid::text and i.did = any(${[...WRITTEN]}::text[]))`

async function saidIn({ db }: Context, { model }: CaseKind, said: string, job_sid: string): Promise<Said[]> {
  const country = fieldOfRole(model, 'country') ?? ''
  const rows = await anyTable(db)
    .selectFrom(`${model.name} as t`)
    .select(['t.sid', said, country])
    .select(writtenBy(job_sid).as('written'))
    .where('t.deleted_at', 'is', null)
    .where(said, 'is not', null)
    .execute()
  return rows.map((row) => ({ sid: String(row.sid), text: String(row[said]), country: String(row[country]), written: row.written === true }))
}

type Ours = { sid: string; written: boolean }

async function casesWith({ db }: Context, kind: CaseKind, keys: readonly string[], job_sid: string): Promise<ReadonlyMap<string, Ours[]>> {
  const code = applicationKeyOf(kind)
  if (!code || keys.length === 0) return new Map()
  const rows = await anyTable(db)
    .selectFrom(`${kind.name} as t`)
    .select(['t.sid', code])
    .select(writtenBy(job_sid).as('written'))
    .where('t.deleted_at', 'is', null)
    .where(sql<boolean>`${sql.ref(code)} = any(${[...keys]}::text[])`)
    .execute()
  const found = rows.map((row) => ({ key: String(row[code]), sid: String(row.sid), written: row.written === true }))
  return Map.groupBy(found, ({ key }) => key)
}
