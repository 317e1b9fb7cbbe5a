import { newPriceVersion, newRuleVersion } from '../../../model/docketing/law/new-version-actions.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { perform } from '../../records/actions.ts'
import type { Context, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { get } from '../../records/query/get.ts'
import { createRow } from '../../records/write/create.ts'
import { updateRow } from '../../records/write/update.ts'
import { parseValue } from '../../records/write/values.ts'
import { lockRows } from '../../records/write/write.ts'
import { brokenBy, checkedBefore, refuseBroken } from '../golden/broken.ts'
import { lawWithPrice, lawWithRule } from './draft-law.ts'
import { withCaseKind } from './rule-kind.ts'

export const newVersions: Part = {
  actions: [
    ...perform(newRuleVersion, ({ ctx, model, body: { sid, content = {}, reason } }) =>
      follow(ctx, model, sid, { content, reason, from: 'valid_from', to: 'valid_to', also: { rule_id: 'id', rule_version: 'version' } }),
    ),
    ...perform(newPriceVersion, ({ ctx, model, body: { sid, content = {}, reason } }) =>
      follow(ctx, model, sid, { content, reason, from: 'from_date', to: 'to_date', also: {} }),
    ),
  ],
}

/** `from`, `to`: the columns of a version's first and last day; `also`: columns that a new one must name, with their places in its content. */
type Version = { content: object; reason: string | undefined; from: string; to: string; also: Readonly<Record<string, string>> }

/** Runs in one transaction: no case is computed by a law with a gap or with two versions of one rule. */
async function follow(ctx: Context, model: Model, sid: string, version: Version) {
  const before = (await lockRows(ctx, model, [sid], { verb: 'update' }))[0] ?? refuse('not_found')
  if (!version.reason) await refuseSilentBreak(ctx, model, sid, version.content)
  return checkedBefore.during(ctx, true, () => write(ctx, model, { sid, before }, version))
}

type Preceding = { sid: string; before: RowValues }

async function write(ctx: Context, model: Model, { sid, before }: Preceding, { content, reason, from, to, also }: Version) {
  const parts: RowValues = { ...content }
  const day = dayIn(parts[from])
  if (day && day > String(before[from] ?? '') && (before[to] === null || String(before[to]) >= day))
    await updateRow(ctx, model, sid, { [to]: Temporal.PlainDate.from(day).subtract({ days: 1 }).toString() })
  const columns = Object.fromEntries(Object.entries(also).map(([code, place]) => [code, parts[place]]))
  return get(ctx, model, await createRow(ctx, model, { ...columns, content, ...(reason && { change_reason: reason }) }))
}

/** Both writes together: between them the law has a gap. Invalid content is refused here with its faults. */
async function refuseSilentBreak(ctx: Context, { name }: Model, sid: string, content: object) {
  const draft = { sid, content, follows: true }
  const laws = name === 'deadline_rule' ? await lawWithRule(ctx, { ...draft, content: withCaseKind(ctx, content) }) : await lawWithPrice(ctx, draft)
  const broken = await brokenBy(ctx, laws.before, laws.after)
  if (broken.length > 0) refuseBroken(broken)
}

/** An invalid day is refused with the content. */
function dayIn(given: unknown): string | undefined {
  const parsed = parseValue({ type: 'date', zh: '', en: '' }, given)
  return 'value' in parsed && typeof parsed.value === 'string' ? parsed.value : undefined
}
