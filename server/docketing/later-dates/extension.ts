import { durationIn } from '../../../model/docketing/wording/words.ts'
import type { Postponed } from '../../../model/docketing/calculation/postponed.ts'
import { refuse } from '../../errors.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { readCases } from '../read-cases.ts'
import { docketCases } from '../reconcile.ts'
import { laterWith } from './foresee.ts'
import { carryingOut, propose } from './proposals.ts'
import { asksTwoPeople } from './two-people.ts'

type Step = { period: string; date: string }

/** Extends a deadline, or proposes it if the day decides a loss of rights and two people are required; returns the held changes. */
export async function extendOrPropose(ctx: Context, deadline: RowValues, step: Step): Promise<readonly Postponed[]> {
  const moved = carryingOut.of(ctx) || !(await asksTwoPeople(ctx)) ? [] : await laterBy(ctx, deadline, step)
  if (moved.length === 0) {
    await takeExtension(ctx, String(deadline.sid), step)
    return []
  }
  await refuseSecond(ctx, String(deadline.sid))
  const { zh, en } = { zh: `延长${durationIn(step.period, 'zh')}`, en: `extension by ${durationIn(step.period, 'en')}` }
  await propose(ctx, {
    case_sid: String(deadline.case_sid),
    kind: 'EXTENSION',
    entity: 'deadline',
    record_sid: String(deadline.sid),
    about: [`${deadline.name}：${zh}`, `${deadline.name_en ?? deadline.name}: ${en}`],
    former: { extended_times: deadline.extended_times ?? null },
    proposed: step,
    reason: ctx.reason ?? null,
    deadlines: moved,
  })
  return moved
}

/** Two proposals for one deadline would be decided as one. */
async function refuseSecond({ db }: Context, sid: string) {
  const open = await db
    .selectFrom('date_confirmation')
    .select('sid')
    .where('record_sid', '=', sid)
    .where('kind', '=', 'EXTENSION')
    .where('status', '=', 'PROPOSED')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (open)
    refuse('rule', {
      summary_zh: '该期限已有一项延长待另一人确认：须先确认或不同意，再提出下一次延长',
      summary_en: 'An extension of this deadline already waits for a second person: it is confirmed or refused before the next one is proposed',
    })
}

async function laterBy(ctx: Context, { case_sid, key }: RowValues, step: Step): Promise<Postponed[]> {
  const [one] = await readCases(ctx, [String(case_sid)])
  if (!one) return []
  const extensions = [...(one.facts.extensions ?? []), { ...step, key: String(key) }]
  return laterWith(ctx, { of: one, before: one.facts, after: { ...one.facts, extensions } })
}

export async function takeExtension(ctx: Context, sid: string, step: Step) {
  const model = modelNamed(ctx.tenant.models, 'deadline')
  for (const row of await lockRows(ctx, model, [sid])) {
    const draft = draftFrom(row)
    setValue(draft, 'extensions', [...((row.extensions as unknown[] | null) ?? []), step]) // a list of steps
    setValue(draft, 'extended_times', (row.extended_times ?? 0) + 1)
    await updateDrafts(ctx, model, [draft])
    await docketCases(ctx, [String(row.case_sid)])
  }
}
