import { sql } from 'kysely'
import type { Words } from '../../../model/kit/fields.ts'
import { readPeople } from '../../auth/session/read-actor.ts'
import type { Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { among } from '../../records/permission/conditions.ts'
import { accessOf, visible } from '../../records/permission/permission.ts'
import { namesFor } from '../../records/query/words/names.ts'
import { readPage } from '../../records/query/page.ts'
import { modelNamed } from '../../records/registry.ts'

const MODEL = 'date_confirmation'

/** The page of a proposal names those who may confirm it. */
export const confirmers: Part = { shown: { [MODEL]: addConfirmers } }

async function addConfirmers(ctx: Context, record: Record<string, unknown>) {
  if (record.status !== 'PROPOSED') return
  const words = wordsOf(await confirmersOf(ctx, String(record.sid)))
  if (words) record.confirmers = words[ctx.lang === 'zh' ? 0 : 1]
}

/** Maximum people named */
const NAMED = 3
/** Maximum holders of such a role who are checked for access to the case */
const ASKED = 60

/** `isMore`: there are others than those named, or others may be who were not asked. */
type Confirmers = { names: readonly string[]; isMore: boolean }

/** The people who see the proposal and may decide on it, other than the one who proposed it. */
async function confirmersOf(ctx: Context, sid: string): Promise<Confirmers> {
  const proposal = await ctx.db.selectFrom(MODEL).select('proposed_by').where('sid', '=', sid).executeTakeFirst()
  const model = modelNamed(ctx.tenant.models, MODEL)
  const found: string[] = []
  const holders = await holdersOf(ctx)
  const others = holders.filter((one) => one !== proposal?.proposed_by)
  for (const actor of await readPeople(ctx.tenant, others)) {
    const as = { ...onBehalfOf(ctx), actor }
    const { verbs } = accessOf(as, model)
    if (!actor.sid || !(verbs.has('transition') || verbs.has('*'))) continue
    const seen = await readPage(as, model, ['sid'], { where: visible(as, model, among(['sid'], [sid])), order: [] }, { start: 0, rows: 1 })
    if (seen.length > 0) found.push(actor.sid)
    if (found.length > NAMED) break
  }
  const nameOf = await namesFor(ctx, new Map([['user_info', new Set(found)]]))
  return { names: found.slice(0, NAMED).map((one) => nameOf('user_info', one)), isMore: found.length > NAMED || holders.length === ASKED }
}

/** People with a role that gives the decision, by name. */
async function holdersOf({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('user_info as p')
    .innerJoin('role as r', (on) => on.on('r.sid', '=', sql<string>`any(p.role_sids)`))
    .innerJoin('role_grant as g', 'g.role_sid', 'r.sid')
    .select(['p.sid', 'p.name'])
    .distinct()
    .where('g.entity', 'in', [MODEL, '*'])
    .where('g.verbs', '&&', sql.val(['transition', '*']))
    .where('g.denies', 'is not', true)
    .where('g.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .where('r.status', '=', '1')
    .where('p.deleted_at', 'is', null)
    .orderBy('p.name')
    .orderBy('p.sid')
    .limit(ASKED)
    .execute()
  return rows.map(({ sid }) => sid)
}

/** Undefined if the first of many people include no confirmer: others were not checked. */
function wordsOf({ names, isMore }: Confirmers): Words | undefined {
  if (names.length === 0 && isMore) return undefined
  if (names.length === 0)
    return [
      '目前没有其他人可以确认：请管理员授予另一人“推迟期限的确认”的办理权限',
      'Nobody else may confirm it at present: ask an administrator to let another person decide on “Later dates to confirm”',
    ]
  return [`可由 ${names.join('、')}${isMore ? ' 等' : ''}确认`, `May be confirmed by ${names.join(', ')}${isMore ? ' and others' : ''}`]
}

/** People who may confirm the latest proposal for this record */
export async function confirmersFor(ctx: Context, record_sid: string): Promise<Words | undefined> {
  const open = await ctx.db
    .selectFrom(MODEL)
    .select('sid')
    .where('record_sid', '=', record_sid)
    .where('status', '=', 'PROPOSED')
    .where('deleted_at', 'is', null)
    .orderBy('sid', 'desc')
    .executeTakeFirst()
  return open && wordsOf(await confirmersOf(ctx, open.sid))
}
