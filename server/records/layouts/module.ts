import { previewLayout } from '../../../model/settings/layouts/page-layout-actions.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { type FormLayout, lostFields, readFormLayout, withoutFields } from '../../../model/settings/layouts/form-layout.ts'
import { readColumns, readTabs } from '../../../model/settings/layouts/list-layout.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import { type Call, perform } from '../actions.ts'
import { type Context, type DraftOf, later, type Tenant } from '../context.ts'
import type { Module } from '../modules.ts'
import { asRole } from '../permission/as-role.ts'
import { publishing } from '../publishing.ts'
import { loadModels, modelNamed } from '../registry.ts'
import { schemaOf } from '../schema.ts'
import { worded } from '../words/wording.ts'
import { faultAt, setValue } from '../write/checks/validate.ts'
import { lockRows } from '../write/write.ts'
import { arranged } from './arrange.ts'
import { layoutOf } from './read-layouts.ts'

/** Layouts of forms and pages: drafted, previewed as a role, then published. */
export const pageLayouts: Module = {
  name: 'page-layouts',
  hooks: [{ model: 'page_layout', check: checkLayouts, written }],
  parts: [publishing('page_layout', { apply: reload })],
  actions: perform(previewLayout, preview),
}

const READ = { form: readFormLayout, tabs: (_: Model, given: unknown) => readTabs(given), columns: readColumns }

type LayoutDraft = DraftOf<'page_layout'>

function checkLayouts(ctx: Context, drafts: readonly LayoutDraft[]) {
  const model = modelNamed(ctx.tenant.models, 'page_layout')
  for (const draft of drafts) {
    const { entity } = draft.row
    const host = ctx.tenant.models.all.get(entity ?? '')
    if (entity && (!host || host.derived)) faultAt(ctx, model, draft, 'entity', ['没有这个对象', 'there is no such entity'])
    for (const [code, read] of Object.entries(READ)) {
      const value = draft.row[code as keyof typeof READ] ?? null // its own keys
      if (!host || value === null || !draft.changed.has(code)) continue
      const known = read(host, code === 'form' ? withoutLost(host, draft, value) : value)
      if ('fault' in known) faultAt(ctx, model, draft, code, known.fault)
      else setValue(draft, code, known.read)
    }
  }
}

/** The designer sends back what it does not draw. What the model lost since then leaves the layout. */
function withoutLost(host: Model, { before }: LayoutDraft, value: unknown): unknown {
  const stored = before?.form as FormLayout | null | undefined // checked when it was written
  const lost = stored ? lostFields(host, stored) : new Set<string>()
  return lost.size > 0 && isFormShaped(value) ? withoutFields(value, lost) : value
}

const isFormShaped = (value: unknown): value is FormLayout => {
  const { groups, hidden } = (value ?? {}) as Partial<FormLayout> // looked at before it is used
  return Array.isArray(groups) && groups.every((group) => Array.isArray(group?.fields) && group.fields.every(Boolean)) && Array.isArray(hidden)
}

async function written(ctx: Context, drafts: readonly LayoutDraft[]) {
  for (const { row, changed } of drafts) if (changed.has('published') && row.status === 'PUBLISHED') refuseOutdated(ctx, row)
  await reloadIfMoved(ctx, drafts)
}

/** The model may have changed since the draft was saved. */
function refuseOutdated({ tenant, lang }: Context, row: LayoutDraft['row']) {
  const host = tenant.models.all.get(row.entity ?? '')
  const { form } = layoutOf(row, host)
  const known = host && form ? readFormLayout(host, form) : undefined
  const label = modelNamed(tenant.models, 'page_layout').fields['form']?.[lang] ?? ''
  if (known && 'fault' in known) refuseFaults([{ field: 'form', label, reason: wordIn(known.fault, lang) }])
}

/** The company and the validity of a layout are no draft: they count at once. */
async function reloadIfMoved(ctx: Context, drafts: readonly LayoutDraft[]) {
  const isMoved = ({ row, changed }: LayoutDraft) => row.published && (changed.has('company_sid') || changed.has('valid'))
  if (drafts.some(isMoved)) await reload(ctx)
}

/** Within the transaction of a configuration pack, others see the publication after its commit. */
async function reload(ctx: Context) {
  if (ctx.db.isTransaction) later(ctx, (tenant) => void readAnew(tenant).catch(() => {}))
  else await readAnew(ctx.tenant)
}

/** Every process reads the published layouts with its models. */
async function readAnew(tenant: Tenant) {
  const models = await loadModels(tenant.db, tenant.declared)
  tenant.models = models
  tenant.pubsub.publish('models', models.generation)
}

/** The schema of its entity as people of a role get it with the draft; no record is read. */
async function preview({ ctx, model, body: { sid, role, plain } }: Call<typeof previewLayout>) {
  const row = (await lockRows(ctx, model, [sid], { verb: 'update' }))[0] ?? refuse('not_found')
  const host = modelNamed(ctx.tenant.models, String(row.entity))
  const reader = role ? await asRole(ctx, role) : ctx
  const schema = await worded(reader, schemaOf(reader, host))
  return plain ? schema : arranged(schema, layoutOf(row, host), ctx.lang)
}
