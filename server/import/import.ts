import { importRecords, previewRecords } from '../../model/import/import-routes.ts'
import type { Model } from '../../model/kit/model.ts'
import type { ReadFrom } from '../../model/kit/wire/route.ts'
import { startJob } from '../jobs/job-row.ts'
import { authorize } from '../records/permission/permission.ts'
import type { Context } from '../records/context.ts'
import { bodyOf, type Route, type RouteCall, serve } from '../route.ts'
import type { ImportInput } from './import-job.ts'
import { mappingOf, rememberMapping } from './mapping.ts'
import { previewImport } from './preview.ts'
import type { Wish } from './table.ts'
import { inTurn } from '../turns.ts'
import { takeUpload, type Uploaded, uploaded } from './uploaded.ts'

type Wanted = ReadFrom<typeof importRecords>

/** Both accept the file itself, or an earlier upload. */
export const importRoutes: readonly Route[] = [
  serve(previewRecords, async (call) => {
    const { file, wanted } = await received(call)
    return inTurn(() => previewImport(call.ctx, call.model, file, wishOf(wanted), wanted.mode))
  }),
  serve(importRecords, async (call) => {
    const { file, wanted } = await received(call)
    return { job_sid: await startImport(call.ctx, call.model, file, wanted) }
  }),
]

async function received({ ctx, request, read }: Pick<RouteCall<typeof importRecords>, 'ctx' | 'request' | 'read'>) {
  if (request.isMultipart()) {
    const { file, fields } = await takeUpload(ctx, request)
    return { file, wanted: read(fields) }
  }
  const wanted = read(bodyOf(request))
  return { wanted, file: await uploaded(ctx, wanted.file_sid) }
}

function wishOf({ sheet, header_row, day_order, corrects, ...wanted }: Wanted): Wish {
  const mapping = mappingOf(wanted.mapping)
  const read = { ...(mapping && { mapping }), ...(mapping && corrects && { corrects }), ...(day_order && { day_order }) }
  return { ...(sheet && { sheet }), ...(header_row && { header_row }), ...read }
}

export async function startImport(ctx: Context, model: Model, file: Uploaded, wanted: Wanted): Promise<string> {
  const { mapping, ...wish } = wishOf(wanted)
  const { mode, dry_run } = wanted
  authorize(ctx, model, mode === 'update' ? 'update' : 'create')
  if (mapping) await rememberMapping(ctx, model, mapping, headingsOf(wanted.mapping))
  const input: ImportInput = {
    model: model.name,
    file_sid: file.file_sid,
    mode,
    dry_run,
    ...wish,
    ...(mapping && { mapping: [...mapping] }),
  }
  return startJob(ctx, { kind: 'IMPORT', title: [file.name, file.name], entity: model.name, input })
}

/** The headings as written, for automatic recognition. */
function headingsOf(given: unknown): string[] {
  const plain: unknown = typeof given === 'string' ? JSON.parse(given) : given // mappingOf has parsed it before
  if (Array.isArray(plain)) return plain.map((one: { heading: unknown }) => String(one.heading)) // as mappingOf checked
  return Object.keys(plain ?? {})
}
