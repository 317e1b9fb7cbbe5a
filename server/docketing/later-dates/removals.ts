// Cases, priorities, relations, notices and deadlines entered by hand whose deletion would make a date later or end a deadline.
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import type { Postponed } from '../../../model/docketing/calculation/postponed.ts'
import { MAX_REMOVALS, proposeRemoval, proposeRemovals } from '../../../model/docketing/later-dates/date-confirmation-actions.ts'
import { daysIn } from '../../../model/kit/days/day-text.ts'
import { type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { perform } from '../../records/actions.ts'
import { inTransaction, type Context, type RowValues, type Write } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { authorize } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { sidOf } from '../../records/write/values.ts'
import { removeRows } from '../../records/write/delete.ts'
import { lockRows } from '../../records/write/write.ts'
import { claimBefore, stillClaimed } from '../family/still-claimed.ts'
import { effectOf } from './hold.ts'
import { propose } from './proposals.ts'
import { mayWatch, tryWrite } from './trial.ts'
import { asksTwoPeople } from './two-people.ts'
import { filedAmong } from './ever-filed.ts'
import { endingWith, type Later, ofCase } from './watch.ts'
import { namesOf } from './words.ts'

/** The field with the case to which such a record belongs. */
const HOME = { priority: 'case_sid', official_event: 'case_sid', related_case: 'later_sid', deadline: 'case_sid' } as const

/** Whether the deletion of such a record alone may take two people. */
export const isHeldRemoval = (name: string) => name in HOME

export const heldRemovals: Part = {
  hooks: Object.keys(HOME).map((name) => ({ model: [name], deleting: refusing(name) })),
  actions: [
    ...perform(proposeRemoval, async ({ ctx, body }) => {
      const { waits, told } = await inTransaction(ctx, (tx) => removeGiven(tx, { ...body, given: body.record_sid }))
      const words = waits ?? told
      return { proposed: waits !== undefined, ...(words && { message: wordIn(words, ctx.lang) }) }
    }),
    ...perform(proposeRemovals, ({ ctx, body }) => removeAll(ctx, body)),
  ],
}

type Given = { entity: string; given: unknown; reason?: string | null | undefined }

/** `waits`: the deletion is proposed; `told`: it is done, and has not the effect that one expects of it. */
async function removeGiven(ctx: Context, { entity, given, reason }: Given): Promise<{ waits?: Words | undefined; told?: Words | undefined }> {
  const sid = sidOf(given) ?? refuse('bad_sid', { value: String(given ?? '').slice(0, 60) })
  const name = entity === 'case' ? await kindOf(ctx, sid) : entity
  const claim = name === 'priority' ? await claimBefore(ctx, sid) : undefined
  const waits = await removeOrPropose(ctx, modelNamed(ctx.tenant.models, name), sid, reason)
  return waits ? { waits } : { told: await stillClaimed(ctx, claim) }
}

async function removeAll(ctx: Context, { sids, ...body }: Pick<Given, 'entity' | 'reason'> & { sids?: unknown }) {
  const all: unknown[] = Array.isArray(sids) ? [...new Set(sids)] : []
  if (all.length === 0 || all.length > MAX_REMOVALS) refuse('out_of_range', { key: 'sids', min: 1, max: MAX_REMOVALS })
  const proposed = await inTransaction(ctx, async (tx) => {
    let waiting = 0
    for (const given of all) if ((await removeGiven(tx, { ...body, given })).waits) waiting++
    return waiting
  })
  return { deleted: all.length - proposed, proposed, ...(proposed > 0 && { message: wordIn(allTold(all.length - proposed, proposed), ctx.lang) }) }
}

const allTold = (deleted: number, proposed: number): Words => [
  `${deleted > 0 ? `已删除 ${deleted} 条；` : ''}${proposed} 条的删除逐条待另一人在“推迟期限的确认”中确认，此前记录及其期限保持不变`,
  `${deleted > 0 ? `${deleted} deleted; ` : ''}${proposed === 1 ? 'one deletion waits' : `${proposed} deletions wait`} for a second person under “Later dates to confirm”; until then the records and their deadlines stay as they are`,
]

export const heldCaseRemovals = ({ name }: CaseKind): Part => ({ hooks: [{ model: [name], deleting: refusing(name) }] })

async function kindOf({ db }: Context, sid: string): Promise<string> {
  const head = await db.selectFrom('case').select('kind').where('sid', '=', sid).executeTakeFirst()
  return head?.kind ?? refuse('not_found')
}

/** A record that is deleted and entered again is new: one person alone could make its dates later. */
function refusing(name: string) {
  return async (ctx: Context, rows: readonly RowValues[], write: Write) => {
    if (!mayWatch(ctx)) return write(ctx)
    refuseHeld(await tryRemoval(ctx, name, rows, write))
  }
}

const tryRemoval = async (ctx: Context, name: string, rows: readonly RowValues[], remove: Write) =>
  tryWrite(ctx, remove, true, (await asksTwoPeople(ctx)) ? await endingFor(ctx, name, rows) : [])

/** Deadlines that end with these records, although docketing changes no row */
async function endingFor(ctx: Context, name: string, rows: readonly RowValues[]): Promise<Later[]> {
  const sidsOf = (some: readonly RowValues[]) => some.map(({ sid }) => String(sid))
  if (ctx.tenant.models.kinds.has(name)) return endingWith(ctx, 'case_sid', await filedAmong(ctx, name, sidsOf(rows)))
  if (name === 'official_event') return endingWith(ctx, 'trigger_event_sid', sidsOf(rows))
  return name === 'deadline' ? endingWith(ctx, 'sid', sidsOf(rows)) : []
}

function refuseHeld(later: readonly Later[]) {
  if (later.length === 0) return
  const [zh, en] = effectOf(later)
  refuse('rule', {
    summary_zh: `删除会${zh}，须两人：请提出删除，由另一人在“推迟期限的确认”中确认`,
    summary_en: `Deleting this would ${daysIn(en, 'en')}, which takes two people: propose the deletion, and a second person confirms it under “Later dates to confirm”`,
  })
}

/** Deletes a record; where that makes a date later, proposes it and gives the words for the person who proposes. */
export async function removeOrPropose(ctx: Context, model: Model, sid: string, reason?: string | null): Promise<Words | undefined> {
  authorize(ctx, model, 'delete')
  const row: RowValues = (await lockRows(ctx, model, [sid], { verb: 'delete' }))[0] ?? refuse('not_found')
  const remove: Write = (own) => removeRows(own, model, [sid], { verb: 'delete' })
  const later = mayWatch(ctx) ? await tryRemoval(ctx, model.name, [row], remove) : await removed(ctx, remove)
  if (later.length === 0) return undefined
  const case_sid = String(row[HOME[model.name as keyof typeof HOME] ?? 'sid']) // a case where it is none of these
  const moved = later.map((one) => ofCase(one, case_sid))
  const [name, english] = namesOf(model, row)
  await propose(ctx, {
    case_sid,
    kind: 'REMOVAL',
    entity: model.name,
    record_sid: sid,
    about: [`删除${model.zh}：${name}`, `Delete the ${model.en.toLowerCase()} ${english}`],
    former: { version: row.version ?? null },
    proposed: { deleted: true },
    reason: reason ?? null,
    deadlines: moved,
  })
  return waitsFor(moved)
}

/** Notice for the person who proposes the deletion */
function waitsFor(moved: readonly Postponed[]): Words {
  const [zh, en] = effectOf(moved)
  return [
    `删除待另一人确认：会${zh}；在“推迟期限的确认”中确认之前，记录及其期限保持不变`,
    daysIn(
      `The deletion waits for a second person under “Later dates to confirm”: it would ${en}; until then the record and its deadlines stay as they are`,
      'en',
    ),
  ]
}

async function removed(ctx: Context, remove: Write): Promise<readonly Later[]> {
  await remove(ctx)
  return []
}
