import { AGENCY_MENUS } from '../../seed/menus/agency.ts'
import { MENUS } from '../../seed/menus/enterprise.ts'
import type { SeedMenu } from '../../seed/menus/seed-menu.ts'
import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import type { Context } from '../records/context.ts'

type Known = { sid: string; platform: string | null; parent_sid: string | null; sort_by: number | null; deleted_at: unknown }
/** `taken`: the menu from which a new group takes the remaining menus */
type Place = { platform: '1' | '2'; parent: string | null; taken?: string | null }

/** Menus of the product. New ones are added to old installations; menus that an administrator moved, changed or deleted stay so. */
export async function seedMenus(ctx: Context) {
  const [known, roles] = [await knownMenus(ctx), await roleSids(ctx)]
  const place = async (menus: readonly SeedMenu[], { platform, parent, taken }: Place) => {
    let before = 0
    for (const { children = [], roles: of = [], ...menu } of menus) {
      const there = known.get(menu.code)
      if (there?.deleted_at) continue
      if (there && taken !== undefined && there.parent_sid === taken) await move(ctx, there, { parent, sort_by: ++before })
      if (!there) await makeRoom(ctx, { platform, parent }, { before, known })
      if (!there || there.parent_sid === parent) before = there?.sort_by ?? before + 1
      const role_sids = of.flatMap((code) => roles.get(code) ?? [])
      const sid =
        there?.sid ??
        (await createRow(ctx, modelNamed(ctx.tenant.models, 'rbac_menu'), { ...menu, platform, parent_sid: parent, sort_by: before, role_sids }))
      await place(children, { platform, parent: sid, ...(!there && { taken: parent }) })
    }
  }
  await place(MENUS, { platform: '1', parent: null })
  await place(AGENCY_MENUS, { platform: '2', parent: null })
}

const knownMenus = async ({ db }: Context): Promise<ReadonlyMap<string | null, Known>> =>
  new Map(
    (await db.selectFrom('rbac_menu').select(['code', 'sid', 'platform', 'parent_sid', 'sort_by', 'deleted_at']).execute()).map(
      ({ code, ...menu }) => [code, menu],
    ),
  )

const roleSids = async ({ db }: Context): Promise<ReadonlyMap<string | null, string>> =>
  new Map((await db.selectFrom('role').select(['code', 'sid']).execute()).map(({ code, sid }) => [code, sid]))

async function move({ db }: Context, menu: Known, { parent, sort_by }: { parent: string | null; sort_by: number }) {
  await db.updateTable('rbac_menu').set({ parent_sid: parent, sort_by }).where('sid', '=', menu.sid).execute()
  Object.assign(menu, { parent_sid: parent, sort_by })
}

/** Inserts a new menu after its predecessor in the product; the order of the others is kept, in the table and in `known`. */
async function makeRoom(
  { db }: Context,
  { platform, parent }: Place,
  { before, known }: { before: number; known: ReadonlyMap<string | null, Known> },
) {
  await db
    .updateTable('rbac_menu')
    .set((of) => ({ sort_by: of('sort_by', '+', 1) }))
    .where('platform', '=', platform)
    .where('parent_sid', parent === null ? 'is' : '=', parent)
    .where('sort_by', '>', before)
    .execute()
  for (const menu of known.values())
    if (menu.platform === platform && menu.parent_sid === parent && menu.sort_by !== null && menu.sort_by > before) menu.sort_by += 1
}
