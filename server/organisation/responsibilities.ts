import { sql } from 'kysely'
import { anyTable } from '../database/pool.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import { RESPONSIBILITY_OF_ROLE, HANDED_OVER, type HandedOver, isHandedOver } from '../../model/organisation/handed-over.ts'
import type { Responsibility, Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { fieldOf, fieldsOf } from '../records/registry.ts'
import type { Context, RowValues } from '../records/context.ts'

/** Responsibilities of people: the field with the person, and the condition of records that still count */
export type Held = {
  group: HandedOver
  model: string
  field: string
  many: boolean
  /** For a field of rows: the field of the person in a row, and the field that is filled once the row is done */
  inRow: { person: string; until: string | undefined } | undefined
  while: NonNullable<Responsibility['while']>
  isWork: boolean
}

/** As the declarations of all models say, in the order of the groups. */
export function responsibilitiesOf({ tenant }: Context): Held[] {
  const found = [...tenant.models.all.values()].flatMap((model) =>
    model.derived ? [] : responsibilitiesIn(model, tenant.models.kinds.has(model.name)),
  )
  return Object.keys(HANDED_OVER).flatMap((group) => found.filter((responsibility) => responsibility.group === group))
}

function responsibilitiesIn(model: Model, isKind: boolean): Held[] {
  const isWork = isKind || model.visibility?.through !== undefined
  const held = (field: string, responsibility: Responsibility | undefined, inRow?: Held['inRow']): Held[] =>
    responsibility && isHandedOver(responsibility.group)
      ? [
          {
            group: responsibility.group,
            model: model.name,
            field,
            many: fieldOf(model, field)?.type === 'references',
            inRow,
            while: responsibility.while ?? {},
            isWork,
          },
        ]
      : []
  const named = fieldsOf(model).flatMap(([code, field]) => [
    ...held(code, responsibilityOf(field)),
    ...(field.type === 'rows'
      ? Object.entries(field.of).flatMap(([person, { responsibility }]) => held(code, responsibility, { person, until: responsibility?.until }))
      : []),
  ])
  return [...named, ...(model.own ? held(model.own.by, model.own.responsibility) : [])]
}

function responsibilityOf({ responsibility, role }: Field): Responsibility | undefined {
  const group = role && RESPONSIBILITY_OF_ROLE[role]
  return responsibility ?? (group && { group })
}

/** The records that a person still answers for. */
export async function heldBy({ db }: Context, { model, field, many, inRow, while: only }: Held, person: string): Promise<string[]> {
  let query = anyTable(db).selectFrom(model).select('sid').where('deleted_at', 'is', null)
  if (inRow) query = query.where(openRow(field, inRow, person))
  else query = many ? query.where(field, '@>', `{${person}}`) : query.where(field, '=', person)
  for (const [code, values] of Object.entries(only)) query = query.where(code, 'in', [...values])
  const rows = await query.orderBy('sid').execute()
  return rows.map((row) => String(row.sid))
}

const openRow = (field: string, { person: by, until }: NonNullable<Held['inRow']>, person: string) =>
  sql<boolean>`exists (select 1 from jsonb_array_elements(${sql.ref(field)}) as one where one ->> ${by}::text = ${person} ${until ? sql`and one ->> ${until}::text is null` : sql``})`

/** The rows with the person in those that are open replaced. */
export function withSuccessor(
  value: unknown,
  { person: by, until }: NonNullable<Held['inRow']>,
  { from, to }: { from: string; to: string },
): unknown {
  const rows = Array.isArray(value) ? (value as RowValues[]) : [] // a field of rows
  return rows.map((row) => (row[by] === from && (until === undefined || (row[until] ?? null) === null) ? { ...row, [by]: to } : row))
}

/** The case of each record: itself, or that which it names or approves. Undefined: records of this model concern no case. */
export async function casesOf({ db, tenant }: Context, { model: name }: Held, sids: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
  const { kinds, all } = tenant.models
  if (kinds.has(name)) return new Map(sids.map((sid) => [sid, sid]))
  const given = sql<string>`any(${sql.val([...sids])}::uuid[])` // more than a statement takes values
  const model = all.get(name)
  const link = model && fieldOf(model, 'case_sid')
  if (link?.type === 'reference' && link.to === HEAD) {
    const rows = await anyTable(db).selectFrom(name).select(['sid', 'case_sid']).where('sid', '=', given).where('case_sid', 'is not', null).execute()
    return new Map(rows.map((row) => [String(row.sid), String(row.case_sid)]))
  }
  if (name !== 'approval_task') return undefined
  const rows = await db
    .selectFrom('approval_task as t')
    .innerJoin('approval as a', 'a.sid', 't.approval_sid')
    .select(['t.sid', 'a.record_sid'])
    .where('t.sid', '=', given)
    .where('a.entity', 'in', [...kinds.keys()])
    .execute()
  return new Map(rows.map(({ sid, record_sid }) => [sid, String(record_sid)]))
} // oxfmt-ignore

export async function countHeld(ctx: Context, person: string): Promise<{ code: HandedOver; zh: string; en: string; count: number }[]> {
  const counts = new Map<HandedOver, number>()
  for (const responsibility of responsibilitiesOf(ctx))
    counts.set(responsibility.group, (counts.get(responsibility.group) ?? 0) + (await heldBy(ctx, responsibility, person)).length)
  return [...new Set(Object.keys(HANDED_OVER).filter(isHandedOver))].map((code) => {
    const [zh, en] = HANDED_OVER[code]
    return { code, zh, en, count: counts.get(code) ?? 0 }
  })
}
