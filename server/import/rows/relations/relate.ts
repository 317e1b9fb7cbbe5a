import type { Model } from '../../../../model/kit/model.ts'
import { docketTogether } from '../../../docketing/case-hooks.ts'
import { Refusal } from '../../../errors.ts'
import { modelNamed } from '../../../records/registry.ts'
import { type Context, inTransaction } from '../../../records/context.ts'
import { setValue } from '../../../records/write/checks/validate.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, updateDrafts } from '../../../records/write/write.ts'
import { kindOf } from '../../profile.ts'
import { filingIn } from './parents.ts'
import type { Tie } from './tie.ts'

/** Relates the cases, and takes the line off the text. `fresh`: the cases that this import has made. What the rules of relations refuse stays in the text, with its finding. */
export async function relateTies(ctx: Context, model: Model, ties: readonly Tie[], fresh: ReadonlySet<string>): Promise<void> {
  const act = async () => {
    for (const apart of roundsOf(ties)) await relateApart(ctx, model, apart)
  }
  await docketTogether(ctx, act, { fresh })
}

/** In a round no case is related twice, since a relation may change the family of both cases, which decides on the next one. */
function roundsOf(ties: readonly Tie[]): Tie[][] {
  const rounds: { used: Set<string>; some: Tie[] }[] = []
  for (const one of ties) {
    const free = rounds.find(({ used }) => !used.has(one.later) && !used.has(one.earlier))
    const round = free ?? { used: new Set<string>(), some: [] }
    if (!free) rounds.push(round)
    round.used.add(one.later).add(one.earlier)
    round.some.push(one)
  }
  return rounds.map(({ some }) => some)
}

/** In halves where a rule refuses the write of one. */
async function relateApart(ctx: Context, model: Model, some: readonly Tie[]): Promise<void> {
  try {
    await inTransaction(ctx, (tx) => relateAll(tx, model, some))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (some.length === 1) return
    const middle = Math.ceil(some.length / 2)
    await relateApart(ctx, model, some.slice(0, middle))
    await relateApart(ctx, model, some.slice(middle))
  }
}

const inputOf = ({ earlier, later, relation, remark }: Tie) => ({
  earlier_sid: earlier,
  later_sid: later,
  relation_type: relation,
  claimed: true,
  ...(remark && { remark }),
})

async function relateAll(ctx: Context, model: Model, some: readonly Tie[]) {
  const related = modelNamed(ctx.tenant.models, 'related_case')
  const there = await standing(ctx, some)
  // A division has one parent: another than the one on record stays in the text, with its finding.
  const fresh = some.filter((tie) => !there.types.has(pairOf(tie)) && !(tie.relation === 'DIV' && there.divided.has(tie.later)))
  const drafts = await draftNew(ctx, related, fresh.map(inputOf))
  const good = drafts.filter(({ faults }) => faults.length === 0)
  await insertDrafts(ctx, related, good)
  const said = kindOf(ctx, model)?.priorities?.said
  const settled = [...fresh.filter((_, at) => drafts[at]?.faults.length === 0), ...some.filter((tie) => isSettled(tie, there))]
  const lines = new Map(settled.flatMap(({ later, line }) => (line ? [[later, line] as const] : [])))
  if (!said || lines.size === 0) return
  const earlierOf = new Map(some.map(({ later, earlier }) => [later, earlier]))
  const claims = await claimsOf(ctx, [...earlierOf.values()])
  const cases = (await lockRows(ctx, model, [...lines.keys()])).map(draftFrom)
  for (const draft of cases) {
    const isKnown = (line: string) => claims.has(`${earlierOf.get(draft.sid)} ${claimed(line)}`)
    const rest = String(draft.row[said] ?? '').split('\n').filter((one) => one !== lines.get(draft.sid) && !isKnown(one)).join('\n') // oxfmt-ignore
    setValue(draft, said, rest || null)
  }
  await updateDrafts(ctx, model, cases)
}

const pairOf = ({ later, earlier }: Pick<Tie, 'later' | 'earlier'>) => `${later} ${earlier}`

/** A relation of another type than the file names leaves the line, with its finding; a guess yields to any relation of the two cases. */
function isSettled(tie: Tie, there: Standing): boolean {
  const types = there.types.get(pairOf(tie))
  return types !== undefined && (tie.remark !== undefined || types.has(tie.relation))
}

type Standing = { types: ReadonlyMap<string, ReadonlySet<string | null>>; divided: ReadonlySet<string | null> }

/** The types by which each pair is related already, since a file that is imported again names it again, and the cases divided from another. */
async function standing({ db }: Context, some: readonly Tie[]): Promise<Standing> {
  const rows = await db
    .selectFrom('related_case')
    .select(['later_sid', 'earlier_sid', 'relation_type'])
    .where('deleted_at', 'is', null)
    .where(
      'later_sid',
      'in',
      some.map(({ later }) => later),
    ) // oxfmt-ignore
    .execute()
  const pairs = Map.groupBy(rows, ({ later_sid, earlier_sid }) => `${later_sid} ${earlier_sid}`)
  return {
    types: new Map([...pairs].map(([pair, related]) => [pair, new Set(related.map(({ relation_type }) => relation_type))])),
    divided: new Set(rows.flatMap(({ later_sid, relation_type }) => (relation_type === 'DIV' ? [later_sid] : []))),
  }
}

/** The priorities of the earlier cases, which a file repeats beside a continuation of theirs: they come to it with the relation. */
async function claimsOf({ db }: Context, earlier: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('priority')
    .select(['case_sid', 'priority_key', 'priority_date'])
    .where('deleted_at', 'is', null)
    .where('case_sid', 'in', earlier)
    .execute()
  return new Set(rows.map(({ case_sid, priority_key, priority_date }) => `${case_sid} ${priority_key} ${priority_date}`))
}

function claimed(line: string): string | undefined {
  const filing = filingIn(line)
  return filing && `${filing.key} ${filing.day}`
}
