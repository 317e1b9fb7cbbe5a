// Cases, priorities, relations and notices whose deletion would make a date later or end a deadline.
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import type { Postponed } from '../../../model/docketing/calculation/postponed.ts'
import { proposeRemoval } from '../../../model/docketing/date-confirmation-actions.ts'
import { daysIn } from '../../../model/kit/day-text.ts'
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
import { effectOf } from './hold.ts'
import { propose } from './proposals.ts'
import { mayWatch, tryWrite } from './trial.ts'
import { asksTwoPeople } from './two-people.ts'
import { endingWith, type Later, ofCase } from './watch.ts'
import { namesOf } from './words.ts'

/** The field with the case to which such a record belongs. */
const HOME = { priority: 'case_sid', official_event: 'case_sid', related_case: 'later_sid' } as const

export const heldRemovals: Part = {
  hooks: [{ model: Object.keys(HOME), deleting: refuseLater }],
  actions: perform(proposeRemoval, async ({ ctx, body: { entity, record_sid, reason } }) => {
    const sid = sidOf(record_sid) ?? refuse('bad_sid', { value: record_sid })
    const name = entity === 'case' ? await kindOf(ctx, sid) : entity
    const waits = await inTransaction(ctx, (tx) => removeOrPropose(tx, modelNamed(tx.tenant.models, name), sid, reason))
    return { proposed: waits !== undefined, ...(waits && { message: wordIn(waits, ctx.lang) }) }
  }),
}

export const heldCaseRemovals = ({ name }: CaseKind): Part => ({ hooks: [{ model: [name], deleting: refuseLaterCases }] })

async function kindOf({ db }: Context, sid: string): Promise<string> {
  const head = await db.selectFrom('case').select('kind').where('sid', '=', sid).executeTakeFirst()
  return head?.kind ?? refuse('not_found')
}

async function refuseLaterCases(ctx: Context, rows: readonly RowValues[], write: Write) {
  if (mayWatch(ctx)) refuseHeld(await endingIn(ctx, rows.map(({ sid }) => String(sid)))) // oxfmt-ignore
  return refuseLater(ctx, rows, write)
}

const endingIn = async (ctx: Context, cases: readonly string[]) => ((await asksTwoPeople(ctx)) ? endingWith(ctx, cases) : [])

/** A record that is deleted and entered again is new: one person alone could make its dates later. */
async function refuseLater(ctx: Context, _rows: readonly RowValues[], write: Write) {
  if (!mayWatch(ctx)) return write(ctx)
  refuseHeld(await tryWrite(ctx, write, true))
}

function refuseHeld(later: readonly Later[]) {
  if (later.length === 0) return
  const [zh, en] = effectOf(later)
  refuse('rule', {
    summary_zh: `删除会${zh}，须两人：请逐条提出删除，由另一人在“推迟期限的确认”中确认`,
    summary_en: `Deleting this would ${daysIn(en, 'en')}, which takes two people: propose the deletion of the single record, and a second person confirms it under “Later dates to confirm”`,
  })
}

/** Deletes a record; where that makes a date later, proposes it and gives the words for the person who proposes. */
export async function removeOrPropose(ctx: Context, model: Model, sid: string, reason: string | null = null): Promise<Words | undefined> {
  authorize(ctx, model, 'delete')
  const row: RowValues = (await lockRows(ctx, model, [sid], { verb: 'delete' }))[0] ?? refuse('not_found')
  const remove: Write = (own) => removeRows(own, model, [sid], { verb: 'delete' })
  const later = await removeUnlessLater(ctx, model, sid, remove)
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
    reason,
    deadlines: moved,
  })
  return waitsFor(moved)
}

/** What the person who proposes the deletion is told. */
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

async function removeUnlessLater(ctx: Context, model: Model, sid: string, remove: Write): Promise<readonly Later[]> {
  const ending = mayWatch(ctx) && ctx.tenant.models.kinds.has(model.name) ? await endingIn(ctx, [sid]) : []
  if (ending.length > 0) return ending
  if (mayWatch(ctx)) return tryWrite(ctx, remove, true)
  await remove(ctx)
  return []
}
