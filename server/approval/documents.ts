import { nodeOf } from '../../model/approval/structure.ts'
import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import type { KeptRun } from './kept-run.ts'

/** Before anybody agrees at the node, the case has a document of each type that the node requires. */
export async function refuseMissingDocuments(ctx: Context, run: KeptRun, node: string) {
  const needed = nodeOf(run.graph, node)?.doc_types ?? []
  if (needed.length === 0) return
  const present = await ctx.db
    .selectFrom('document as d')
    .innerJoin('document_type as t', 't.sid', 'd.doc_type')
    .select('t.code')
    .where('d.case_sid', '=', run.approval.record_sid)
    .where('d.deleted_at', 'is', null)
    .where('t.code', 'in', [...needed])
    .execute()
  const missing = needed.filter((code) => !present.some((one) => one.code === code))
  if (missing.length === 0) return
  const types = await ctx.db.selectFrom('document_type').select(['code', 'name', 'name_en']).where('code', 'in', missing).execute()
  const named = (of: (one: (typeof types)[number]) => string | null) =>
    missing.map((code) => of(types.find((one) => one.code === code) ?? NONE) ?? code)
  refuse('miss_doc_types', { names_zh: named(({ name }) => name).join('、'), names_en: named(({ name_en }) => name_en).join(', ') })
}

const NONE = { code: null, name: null, name_en: null }
