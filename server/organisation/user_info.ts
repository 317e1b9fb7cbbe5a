import { myself } from '../../model/organisation/user-info-actions.ts'
import { checkIdNumber } from '../../model/kit/identity/person-codes.ts'
import { forgetActors } from '../auth/session/actor.ts'
import { missingConfirmation, refuseUnlessConfirmed } from '../auth/session/confirmed.ts'
import { type Call, perform } from '../records/actions.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { updateRow } from '../records/write/update.ts'
import type { Part } from '../records/modules.ts'
import { later, type Actor, type Grant, type Context, type Draft } from '../records/context.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { closeAccounts } from '../auth/accounts/close-account.ts'
import { checkAbove, refuseAbove } from '../auth/accounts/rank.ts'
import { checkRoles, refuseRolesGivenAgain, rolesOf } from '../auth/accounts/role-assignment.ts'
import { denyingRoles, fullRoles, haveAccounts, keepOneAdministrator } from '../auth/roles/administrators.ts'
import { warnOfDoubts } from './person-doubts.ts'
import { checkPlaces } from './person-places.ts'
import { tellOfLostDeputies } from './absence.ts'
import { countHeld } from './responsibilities.ts'
import { countRoles } from '../auth/accounts/role-count.ts'

/** People: their leaders, the roles they may get, and the sign-out of leavers. */
export const people: Part = {
  hooks: [
    {
      model: 'user_info',
      prepare: (ctx, drafts) => joinAgency(ctx, drafts),
      check: async (ctx, drafts) => {
        checkAgencyHand(ctx, drafts)
        checkDocuments(ctx, drafts)
        await checkLeaders(ctx, drafts)
        await checkAbove(ctx, modelNamed(ctx.tenant.models, 'user_info'), drafts, {
          personOf: ({ sid, before }) => (before ? sid : null),
          fieldOf: ({ changed }) => OF_STANDING.find((code) => changed.has(code)),
        })
        await checkOwnAddress(ctx, drafts)
        await checkRoles(ctx, drafts)
        await checkPlaces(ctx, drafts)
        await warnOfDoubts(ctx, drafts)
        await checkLeavers(ctx, drafts)
      },
      written: followPeople,
      deleted: async (ctx, rows) => {
        await refuseAbove(ctx, ...rows.map(({ sid }) => sid))
        await countRoles(ctx, rows.flatMap(rolesOf))
        await forget(ctx)
      },
      restored: async (ctx, rows) => {
        await refuseAbove(ctx, ...rows.map(({ sid }) => sid))
        await refuseRolesGivenAgain(ctx, rows)
        await countRoles(ctx, rows.flatMap(rolesOf))
      },
    },
    { model: ['role', 'role_grant', 'rbac_resource'], written: forget, deleted: forget, restored: forget },
    { model: ['company', 'department'], after: ['organisation'], written: forgetMoved, deleted: forget, restored: forget },
  ],
  actions: perform(myself, readMyself),
}

/**
 * People ranked below change neither role, status and company of a person, nor what finds their account at signing in, such as
 * addresses and the job number of single sign-on, nor what finds them for the HR system.
 */
const OF_STANDING = [
  'role_sids',
  'person_status',
  'company_sid',
  'person_type',
  'agency_sid',
  'email',
  'mobile',
  'job_number',
  'sync_id',
  'sync_name',
  'sync_status',
]

/** Sign-in codes and links for a forgotten password go to these addresses. */
const isOwnAddress = ({ actor }: Context, { sid, before, changed }: Draft) =>
  before !== null && before !== undefined && sid === actor.sid && actor.user_sid !== null && (changed.has('email') || changed.has('mobile'))

/** In a write of many records, as from a file, the own record is refused: a confirmation is not possible there. */
async function checkOwnAddress(ctx: Context, drafts: readonly Draft[]) {
  const own = drafts.find((draft) => isOwnAddress(ctx, draft))
  if (!own) return
  if (ctx.origin && !ctx.from_file && drafts.length === 1) return refuseUnlessConfirmed(ctx)
  if (!(await missingConfirmation(ctx))) return
  const model = modelNamed(ctx.tenant.models, 'user_info')
  for (const code of ['email', 'mobile']) if (own.changed.has(code)) faultAt(ctx, model, own, code, OWN_ADDRESS)
}

const OWN_ADDRESS = ['是您本人的，请单独修改，或重新登录后再试', 'is your own: change it by itself, or sign in again first'] as const

async function forget(ctx: Context) {
  later(ctx, forgetActors)
}

async function forgetMoved(ctx: Context, drafts: readonly Draft[]) {
  if (drafts.some(({ before, changed }) => !before || changed.has('path') || changed.has('parent_sid'))) await forget(ctx)
}

async function readMyself({ ctx, model, body }: Call<typeof myself>) {
  const record = await get(ownWork(ctx), model, ctx.actor.sid ?? '', { flat: body.flat === '1' })
  return { ...record, roles: [...ctx.actor.roles] } // by their codes; who may not read the roles knows their own
}

const asOwner = new WeakMap<Actor, Actor>()

/** Everyone may read their own record, even if their role hides it for others. */
function ownWork(ctx: Context): Context {
  const known = asOwner.get(ctx.actor)
  if (known) return { ...ctx, actor: known }
  const grants: Grant[] = [{ role: 'self', model: 'user_info', verbs: ['get'], scope: 'SELF', query: null, hidden: [], read_only: [] }]
  const actor: Actor = { ...ctx.actor, stands_in_for: [], selected: null, grants, denies: [], access: new Map() }
  asOwner.set(ctx.actor, actor)
  return { ...ctx, actor }
}

/** A person entered by an agency belongs to that agency. */
function joinAgency({ actor }: Context, drafts: readonly Draft[]) {
  if (actor.platform !== 2) return
  for (const draft of drafts) {
    if (draft.before) continue
    setValue(draft, 'agency_sid', draft.row.agency_sid ?? actor.agency_sid)
    setValue(draft, 'person_type', 'AGENCY')
    setValue(draft, 'department_sid', null)
    setValue(draft, 'part_time_department_sids', null)
  }
}

/** An agency keeps its own people: none of them becomes one of the enterprise, with a department and roles there. */
function checkAgencyHand(ctx: Context, drafts: readonly Draft[]) {
  if (ctx.actor.platform !== 2) return
  const model = modelNamed(ctx.tenant.models, 'user_info')
  for (const draft of drafts) {
    if (draft.row.person_type !== 'AGENCY')
      faultAt(ctx, model, draft, 'person_type', ['代理机构只能维护本机构的人员', 'must be your own agency: you may edit only its people'])
    if (draft.changed.has('department_sid') && draft.row.department_sid)
      faultAt(ctx, model, draft, 'department_sid', ['是企业的部门', 'must not be a department of the enterprise'])
    if (draft.changed.has('part_time_department_sids') && ((draft.row.part_time_department_sids ?? []) as string[]).length > 0)
      // a references field
      faultAt(ctx, model, draft, 'part_time_department_sids', ['是企业的部门', 'must not be departments of the enterprise'])
  }
}

/** The number of an identity card, passport or permit has the form of its kind. */
function checkDocuments(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  for (const draft of drafts) {
    const { id_type, id_no } = draft.row
    if (typeof id_no !== 'string' || !(draft.changed.has('id_no') || draft.changed.has('id_type'))) continue
    for (const { zh, en } of checkIdNumber(id_type, id_no, ctx.today)) faultAt(ctx, model, draft, 'id_no', [zh, en])
  }
}

/** A person with open responsibilities cannot be set to resigned. */
async function checkLeavers(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  for (const draft of drafts) {
    if (!draft.before || !draft.changed.has('person_status') || draft.row.person_status !== 'RESIGNED') continue
    const held = (await countHeld(ctx, draft.sid)).filter(({ count }) => count > 0)
    if (held.length === 0) continue
    const named = (lang: 'zh' | 'en') => held.map((one) => `${one[lang]} ${one.count}`).join(lang === 'zh' ? '、' : ', ')
    faultAt(ctx, model, draft, 'person_status', [`请先交接：${named('zh')}`, `hand over first: ${named('en')}`])
  }
}

const MAX_STEPS = 50

async function checkLeaders(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  for (const draft of drafts) {
    // A new person cannot be anybody's leader yet.
    if (!draft.before || !draft.changed.has('leader_sid') || !draft.row.leader_sid) continue
    let above: unknown = draft.row.leader_sid
    for (let steps = 0; above && above !== draft.sid && steps < MAX_STEPS; steps++) {
      const row = await ctx.db.selectFrom('user_info').select('leader_sid').where('sid', '=', String(above)).executeTakeFirst()
      above = row?.leader_sid
    }
    if (above === draft.sid) faultAt(ctx, model, draft, 'leader_sid', ['不能是本人或本人的下级', 'must not be the person or one of their reports'])
  }
}

/** A leaver is signed out at once. */
async function followPeople(ctx: Context, drafts: readonly Draft[]) {
  const gone = drafts.filter(({ before, row, changed }) => before && changed.has('person_status') && row.person_status === 'RESIGNED')
  await closeAccounts(
    ctx,
    gone.map(({ sid }) => sid),
  )
  await tellOfLostDeputies(ctx, gone.map(({ sid }) => sid)) // oxfmt-ignore
  const moved = drafts.filter(({ before, changed }) => !before || changed.has('role_sids'))
  await countRoles(
    ctx,
    moved.flatMap(({ before, row }) => [...rolesOf(before), ...rolesOf(row)]),
  )
  await keepAdministrators(ctx, drafts)
  const changed = drafts.filter(({ before }) => before)
  await moveAccounts(
    ctx,
    changed.filter((draft) => draft.changed.has('company_sid')),
  )
  // A new person may be in the personnel range of a role.
  if (drafts.some((draft) => !draft.before || REACH.some((code) => draft.changed.has(code)))) later(ctx, forgetActors)
}

/** Someone employed may have lost the role that is granted everything. */
async function keepAdministrators(ctx: Context, drafts: readonly Draft[]) {
  const full = await fullRolesLost(ctx, drafts)
  if ((await haveAccounts(ctx, full)) || (await areDenied(ctx, drafts))) await keepOneAdministrator(ctx)
}

/** Whether a new role denies rights that an administrator needs to manage the others */
async function areDenied(ctx: Context, drafts: readonly Draft[]): Promise<boolean> {
  const given = drafts.flatMap(({ before, row, changed }) =>
    changed.has('role_sids') ? rolesOf(row).filter((sid) => !rolesOf(before).includes(sid)) : [],
  )
  return given.length > 0 && (await denyingRoles(ctx)).some((sid) => given.includes(sid))
}

/** Administrators who lose such a role or a condition for it, or move to another company, which may be switched off */
async function fullRolesLost(ctx: Context, drafts: readonly Draft[]): Promise<string[]> {
  const asked = drafts.filter(({ before, changed }) => before && TAKING.some((code) => changed.has(code)))
  if (asked.length === 0) return []
  const full = await fullRoles(ctx)
  const isAdministrator = (row: Draft['before']) =>
    row?.person_status === 'EMPLOYED' && row.person_type !== 'EXTERNAL' && rolesOf(row).some((sid) => full.includes(sid))
  const isLost = ({ before, row, changed }: Draft) => isAdministrator(before) && (!isAdministrator(row) || changed.has('company_sid'))
  return asked.filter(isLost).map(({ sid }) => sid)
}

const TAKING = ['role_sids', 'person_status', 'person_type', 'company_sid']

/** Permissions of a person follow from these. */
const REACH = ['person_type', 'role_sids', 'company_sid', 'department_sid', 'part_time_department_sids', 'agency_sid', 'person_status', 'name']

/** The account of a person moves with them to another company. */
async function moveAccounts(ctx: Context, drafts: readonly Draft[]) {
  const system = onBehalfOf(ctx)
  for (const { sid, row } of drafts) {
    const account = await ctx.db.selectFrom('user').select('sid').where('user_info_sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
    if (account) await updateRow(system, modelNamed(ctx.tenant.models, 'user'), account.sid, { company_sid: row.company_sid })
  }
}
