import { BASE, type Model } from '../../model/kit/model.ts'
import { publicationActions, publicationActs } from '../../model/kit/publishing.ts'
import { StartFault } from '../config.ts'
import { both, Refusal, refuse } from '../errors.ts'
import { perform } from './actions.ts'
import { inTransaction, lockKey, type Context, type Draft, type Hooks, type RowValues } from './context.ts'
import type { Part } from './modules.ts'
import { accessOf } from './permission/permission.ts'
import { get } from './query/get.ts'
import { fieldsOf, modelNamed, nameOf } from './registry.ts'
import { getOrUnseen } from './write/create.ts'
import { sameValue } from './write/checks/same-value.ts'
import { setValue } from './write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from './write/write.ts'

/** `values` are the fields as published; the model computes the rest. */
type Published = RowValues & { values?: RowValues }

type Own = {
  /** The parts of the published record that others read besides its fields. */
  compile?: (row: RowValues) => RowValues
  /** Applies the new state after the commit, such as a column of a table; an error fails the publication. */
  apply?: (ctx: Context) => Promise<void>
  /** The fields of a record that an earlier version published without `values`. */
  formerValues?: (published: RowValues) => RowValues
}

/**
 * Drafted, published, updated, failed: one implementation for every model with PUBLISHING_FIELDS. The record is the
 * draft; `published` is the version for others, and stays in force until another publication has succeeded.
 */
export function publishing(model: string, own: Own = {}): Part {
  const acts = { publish, revert, unpublish }
  return {
    hooks: [{ model: [model], ...hooksOf(model) }],
    configuration: {
      publish: {
        [model]: {
          publish: (ctx, sid) => publish({ ctx, model: modelNamed(ctx.tenant.models, model), sid, own }),
          ...(own.apply && { apply: own.apply }),
        },
      },
    },
    shown: { [model]: (ctx, record) => tellActs(ctx, model, record) },
    actions: publicationActions(model).flatMap((one) => [
      ...perform(one, ({ ctx, model: of, body }) => acts[one.name]({ ctx, model: of, sid: body.sid, own })),
    ]),
  }
}

const hooksOf = (model: string): Hooks => ({
  prepare: (ctx, drafts) => markUpdated(ctx, model, drafts),
  deleted: async (ctx, rows) => refusePublished(ctx, model, rows),
})

type Publication = { ctx: Context; model: Model; sid: string; own: Own }

/** The fields filled by a person: bookkeeping is not published. */
const contentOf = (model: Model) => fieldsOf(model).flatMap(([code, field]) => (field.computed || code in BASE ? [] : [code]))

const valuesOf = (model: Model, row: RowValues): RowValues => Object.fromEntries(contentOf(model).map((code) => [code, row[code] ?? null]))

function publishedValues({ own }: Publication, published: Published): RowValues {
  return published.values ?? own.formerValues?.(published) ?? {}
}

/** A manual change back to the published values leaves nothing to publish. */
function markUpdated(ctx: Context, name: string, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, name)
  const content = contentOf(model)
  for (const draft of drafts) {
    const published = draft.before?.published as Published | null | undefined // written by publish
    if (!published || draft.changed.has('published') || !content.some((code) => draft.changed.has(code))) continue
    const isSame = published.values && content.every((code) => sameValue(published.values?.[code] ?? null, draft.row[code] ?? null))
    setValue(draft, 'status', isSame ? 'PUBLISHED' : 'UPDATED')
  }
}

/** Others still see a published record; unpublishing removes it for them. */
function refusePublished({ tenant }: Context, name: string, rows: readonly RowValues[]) {
  const one = rows.find((row) => row.published)
  if (!one) return
  const [zh, en] = (['zh', 'en'] as const).map((lang) => nameOf(modelNamed(tenant.models, name), one, lang))
  refuse('rule', { summary_zh: `“${zh}”${FIRST_UNPUBLISH[0]}`, summary_en: `“${en}” ${FIRST_UNPUBLISH[1]}` })
}

export const FIRST_UNPUBLISH = ['已发布，请先取消发布', 'is published: unpublish it first'] as const

function tellActs(ctx: Context, name: string, record: RowValues) {
  const { verbs } = accessOf(ctx, modelNamed(ctx.tenant.models, name))
  if (verbs.has('*') || verbs.has('update')) record.publishing = publicationActs(record)
}

async function change({ ctx, model, sid }: Publication, act: (draft: Draft) => void): Promise<RowValues> {
  return inTransaction(ctx, async (tx) => {
    await lockKey(tx, `publish ${model.name}`)
    const before = (await lockRows(tx, model, [sid]))[0] ?? refuse('not_found')
    const draft = draftFrom(before)
    act(draft)
    await updateDrafts(tx, model, [draft])
    return before
  })
}

/** POST do/publish {sid}. A failure keeps the published version in force, and gives the reason. */
async function publish(publication: Publication) {
  const { ctx, model, sid, own } = publication
  const before = await change(publication, (draft) => {
    setValue(draft, 'published', { ...own.compile?.(draft.row), values: valuesOf(model, draft.row) })
    setValue(draft, 'status', 'PUBLISHED')
    setValue(draft, 'publish_fault', null)
  })
  try {
    await own.apply?.(ctx)
  } catch (error) {
    await change(publication, (draft) => {
      setValue(draft, 'published', before.published ?? null)
      setValue(draft, 'status', 'PUBLISH_FAILED')
      setValue(draft, 'publish_fault', reasonOf(ctx, error))
    })
    // Another process may have read it as published meanwhile.
    await own.apply?.(ctx).catch(() => {})
    if (error instanceof StartFault) refuse('rule', both('summary', [error.words('zh'), error.words('en')]))
    throw error
  }
  return getOrUnseen(ctx, model, sid)
}

function reasonOf({ request_id }: Context, error: unknown) {
  if (error instanceof StartFault || error instanceof Refusal) return `${error.words('zh')} / ${error.words('en')}`
  return `服务器错误（${request_id}） / Server error (${request_id})`
}

/** POST do/unpublish {sid}: others no longer see it; the draft stays. */
async function unpublish(publication: Publication) {
  await change(publication, (draft) => {
    setValue(draft, 'published', null)
    setValue(draft, 'status', 'UNPUBLISHED')
    setValue(draft, 'publish_fault', null)
  })
  await publication.own.apply?.(publication.ctx)
  return get(publication.ctx, publication.model, publication.sid)
}

/** POST do/revert {sid}: resets the draft to the published version. */
async function revert(publication: Publication) {
  await change(publication, (draft) => {
    const published = draft.row.published as Published | null // written by publish
    if (!published) refuse('rule', both('summary', ['尚未发布过', 'It has never been published']))
    for (const [code, value] of Object.entries(publishedValues(publication, published))) setValue(draft, code, value)
    setValue(draft, 'status', 'PUBLISHED')
    setValue(draft, 'publish_fault', null)
  })
  return get(publication.ctx, publication.model, publication.sid)
}
