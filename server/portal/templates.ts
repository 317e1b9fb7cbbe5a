import { copyTemplate, resetTemplate, setDefault } from '../../model/portal/portal-actions.ts'
import type { PortalTemplate } from '../../model/portal/portal_template.ts'
import { both, refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import { type Context, inTransaction, lockKey } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow, getOrUnseen } from '../records/write/create.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { placesOf } from './resolve.ts'

export const templateActions = [...perform(setDefault, makeDefault), ...perform(resetTemplate, reset), ...perform(copyTemplate, copy)]

const modelIn = (ctx: Context) => modelNamed(ctx.tenant.models, 'portal_template')

async function locked(ctx: Context, sid: string): Promise<PortalTemplate> {
  await lockKey(ctx, 'portal_template')
  return (await lockRows(ctx, modelIn(ctx), [sid]))[0] ?? refuse('not_found')
}

/** One default for each company, platform and kind of device; the new one replaces the former. */
async function makeDefault({ ctx, model, body }: Call<typeof setDefault>) {
  await inTransaction(ctx, async (tx) => {
    const row = await locked(tx, body.sid)
    if (row.portal_type === 'MODULE' || row.is_system)
      refuse('rule', both('summary', ['只有本公司的首页模板可设为默认', 'Only a home page of a company can be its default']))
    if (body.default && !row.published) refuse('rule', both('summary', ['请先发布', 'Publish it first']))
    const others = await tx.db
      .selectFrom('portal_template')
      .select('sid')
      .where('default', '=', true)
      .where('platform', '=', row.platform)
      .where('mobile', row.mobile ? '=' : 'is not', true)
      .where('company_sid', row.company_sid === null ? 'is' : '=', row.company_sid)
      .where('deleted_at', 'is', null)
      .execute()
    const former = body.default ? others.map(({ sid }) => sid).filter((sid) => sid !== body.sid) : []
    const drafts = [...(former.length > 0 ? await lockRows(tx, model, former) : []), row].map((one) => draftFrom(one))
    for (const draft of drafts) setValue(draft, 'default', draft.sid === body.sid && body.default)
    await updateDrafts(tx, model, drafts)
  })
  return getOrUnseen(ctx, model, body.sid)
}

/** A system default is not deleted: it returns to the layout of the product, at once for everybody. */
async function reset({ ctx, model, body }: Call<typeof resetTemplate>) {
  await inTransaction(ctx, async (tx) => {
    const row = await locked(tx, body.sid)
    if (!row.is_system) refuse('rule', both('summary', ['只有系统默认的模板可恢复', 'Only a system default can be reset']))
    const draft = draftFrom(row)
    const published = row.published as { values?: object } | null // written by the publication
    setValue(draft, 'layout', null)
    setValue(draft, 'published', { ...published, values: { ...published?.values, layout: null } })
    setValue(draft, 'status', 'PUBLISHED')
    await updateDrafts(tx, model, [draft])
  })
  return getOrUnseen(ctx, model, body.sid)
}

const COPIED = ['portal_type', 'platform', 'mobile', 'arrangeable'] as const
const MAX_NAME = 60

/** Copies a layout as a draft without recipients. */
async function copy({ ctx, model, body }: Call<typeof copyTemplate>) {
  const sid = await inTransaction(ctx, async (tx) => {
    const row = await locked(tx, body.sid)
    const names = { name: `${row.name} 副本`.slice(0, MAX_NAME), name_en: row.name_en && `${row.name_en} (copy)`.slice(0, MAX_NAME) }
    const values = Object.fromEntries(COPIED.map((code) => [code, row[code]]))
    return createRow(tx, model, { ...values, ...names, alias: await freeAlias(tx, row.alias ?? 'portal'), layout: placesOf(row, row.layout) })
  })
  return getOrUnseen(ctx, model, sid)
}

async function freeAlias({ db }: Context, alias: string): Promise<string> {
  const base = alias.replace(/^system-/, '').slice(0, 40)
  const rows = await db.selectFrom('portal_template').select('alias').where('alias', 'like', `${base}-%`).execute()
  const taken = new Set(rows.map((row) => row.alias))
  let at = 2
  while (taken.has(`${base}-${at}`)) at += 1
  return `${base}-${at}`
}
