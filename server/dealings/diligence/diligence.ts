import type { Readable } from 'node:stream'
import yazl from 'yazl'
import { exportDiligence } from '../../../model/dealings/diligence.ts'
import { labelOf, type Words, wordIn } from '../../../model/kit/fields.ts'
import { auditIn } from '../../auth/audit/audit.ts'
import { addFiles } from '../../documents/archive.ts'
import { type Sheet, sheetsStream } from '../../export/sheet.ts'
import { takenOutBy } from '../../export/taken-out.ts'
import { startJob } from '../../jobs/job-row.ts'
import { keepResult } from '../../jobs/result.ts'
import { type Call, perform } from '../../records/actions.ts'
import { type Context, inTransaction } from '../../records/context.ts'
import { defineJob } from '../../records/jobs.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { documentsOf, type Filed } from './documents.ts'
import { type Left, type Rights, rightsOf, type Wanted } from './rights.ts'
import { once, sheetsOf } from './sheets.ts'

const NAME: Words = ['尽职调查', 'Due_diligence']

/** All possible refusals precede the job. */
async function start({ ctx, body: { model, iql = '', documents } }: Call<typeof exportDiligence>) {
  const input: Wanted = { model, iql, documents }
  const total = countOf((await rightsOf(ctx, input)).rights)
  return inTransaction(ctx, async (tx) => {
    await auditIn(tx, [{ event: 'EXPORTED', user: ctx.actor.user_sid, entity: model, records: total, details: { format: 'zip', documents } }])
    return { job_sid: await startJob(tx, { kind: 'DILIGENCE', title: [`${NAME[0]}_${ctx.today}`, `${NAME[1]}_${ctx.today}`], entity: model, input, total }) }
  })
} // oxfmt-ignore

const countOf = (rights: Rights) => [...rights.values()].reduce((sum, { length }) => sum + length, 0)

/** The permissions are those that its owner has when it runs. */
const job = defineJob<Wanted, { recorded: true }>('DILIGENCE', async ({ sid, ctx, input, progress, step }) => {
  const { rights, left } = await rightsOf(ctx, input)
  const bundle = input.documents ? await documentsOf(ctx, [...rights.values()].flat()) : undefined
  const files = bundle?.files.filter(({ key }) => key !== undefined) ?? []
  left.push(...(bundle?.left ?? [{ what: labelOf(modelNamed(ctx.tenant.models, 'document'), ctx.lang), why: NOT_ASKED }]))
  const tables = await sheetsOf(ctx, rights, bundle?.files, left)
  const about = aboutSheet(ctx, { rights, files: files.length, missing: (bundle?.files.length ?? 0) - files.length, left })
  const result_url = await keepResult(ctx, sid, 'application/zip', zipOf(ctx, [about, ...tables], files))
  const total = countOf(rights)
  if (!progress)
    await step(async (tx) => {
      await auditIn(tx, files.map((one) => ({ event: 'DOWNLOADED' as const, user: ctx.actor.user_sid, entity: 'document', record_sid: one.sid }))) // oxfmt-ignore
      return { progress: { recorded: true }, done: total, ok: total }
    })
  return { result_url, message: doneWith(total, files.length, left.length > 0) }
})

const NOT_ASKED: Words = ['未选择包含文件', 'Documents were not asked for']

const doneWith = (rights: number, files: number, isPartial: boolean): Words => [
  `导出 ${rights} 项权利、${files} 个文件${isPartial ? '；未包含的内容及原因见“说明”表' : ''}`,
  `${rights} rights and ${files} documents exported${isPartial ? '; the sheet “About” tells what was left out and why' : ''}`,
]

export const diligence: Part = { actions: perform(exportDiligence, start), jobs: [job] }

type Facts = { rights: Rights; files: number; missing: number; left: readonly Left[] }

/** The first sheet: day and person of the export, and its omissions */
function aboutSheet({ lang, today, actor, tenant }: Context, { rights, files, missing, left }: Facts): Sheet {
  const said = (zh: string, en: string) => wordIn([zh, en], lang)
  const kinds = [...rights].map(([kind, sids]) => `${labelOf(modelNamed(tenant.models, kind), lang)} × ${sids.length}`)
  return {
    name: said('说明', 'About'),
    columns: [
      { heading: said('事项', 'Item'), width: 40 },
      { heading: said('内容', 'Content'), width: 90 },
    ],
    batches: once([
      [said('日期', 'Day'), today],
      [said('导出人', 'Exported by'), (lang === 'en' && actor.name_en) || actor.name],
      [said('权利', 'Rights'), kinds.join('; ')],
      [said('文件', 'Documents'), String(files)],
      ...(missing > 0
        ? [[said('未包含的文件', 'Documents left out'), said(`${missing} 个，见“文件”表`, `${missing}; see the sheet “Documents”`)]]
        : []),
      ...left.map(({ what, why }) => [`${said('未包含', 'Not included')}: ${what}`, wordIn(why, lang)]),
    ]),
  }
}

/** Written while it is stored: no document is ever whole in memory. */
function zipOf(ctx: Context, sheets: readonly Sheet[], files: readonly Filed[]): Readable {
  const zip = new yazl.ZipFile()
  const out = zip.outputStream as Readable // a PassThrough of Node, declared as any stream
  const fail = (error: Error) => void out.destroy(error)
  const workbook = sheetsStream(sheets, takenOutBy(ctx))
  workbook.on('error', fail) // yazl does not pass it on
  out.once('close', () => workbook.destroy())
  zip.addReadStream(workbook, `${wordIn(NAME, ctx.lang)}_${ctx.today}.xlsx`, { compress: false })
  addFiles(ctx, zip, files.map(({ path, key = '' }) => ({ path, key })), fail) // oxfmt-ignore
  zip.end()
  return out
}
