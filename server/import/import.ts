import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Model } from '../../model/kit/model.ts'
import { startJob } from '../jobs/job-row.ts'
import { authorize } from '../records/permission/permission.ts'
import { refuseUnlessObject } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import type { Context } from '../records/context.ts'
import { both, refuse } from '../errors.ts'
import type { ImportInput } from './import-job.ts'
import { type Mode, MODES } from './rows/item.ts'
import { mappingOf, rememberMapping } from './mapping.ts'
import { previewImport } from './preview.ts'
import type { Wish } from './table.ts'
import { takeUpload, type Uploaded, uploaded } from './uploaded.ts'

type ContextOf = (request: FastifyRequest) => Promise<Context>
type Fields = Record<string, unknown>

const KEYS = new Set(['file_sid', 'sheet', 'header_row', 'mapping', 'day_order', 'mode', 'dry_run'])

/** POST do/import_preview shows what a file would become; POST do/import makes a job of it. Both take the file itself, or what was uploaded before. */
export function importRoutes(app: FastifyInstance, contextOf: ContextOf) {
  app.post('/innoe-webapi/model/:model/do/import_preview', async (request) => {
    const { ctx, model, file, fields } = await received(request, contextOf)
    return previewImport(ctx, model, file, wishOf(fields))
  })
  app.post('/innoe-webapi/model/:model/do/import', async (request) => {
    const { ctx, model, file, fields } = await received(request, contextOf)
    return { job_sid: await startImport(ctx, model, file, fields) }
  })
}

/** Permission is asked before a byte of the file is taken. */
async function received(request: FastifyRequest, contextOf: ContextOf) {
  const ctx = await contextOf(request)
  const model = modelNamed(ctx.tenant.models, (request.params as { model: string }).model) // named in the route
  authorize(ctx, model, 'import')
  if (request.isMultipart()) return { ctx, model, ...(await takeUpload(ctx, request)) }
  const fields = request.body ?? {}
  refuseUnlessObject(fields)
  return { ctx, model, fields, file: await uploaded(ctx, fields.file_sid) }
}

function wishOf(fields: Fields): Wish {
  for (const key of Object.keys(fields)) if (!KEYS.has(key)) refuse('unknown_key', { key })
  const mapping = mappingOf(fields.mapping)
  const header_row = fields.header_row === undefined || fields.header_row === '' ? undefined : Number(fields.header_row)
  if (header_row !== undefined && !(Number.isInteger(header_row) && header_row > 0)) refuse('out_of_range', { key: 'header_row', min: 1, max: 1000 })
  const day_order = dayOrderIn(fields.day_order)
  return {
    ...(typeof fields.sheet === 'string' && { sheet: fields.sheet }),
    ...(header_row && { header_row }),
    ...(mapping && { mapping }),
    ...(day_order && { day_order }),
  }
}

function dayOrderIn(given: unknown): 'mdy' | 'dmy' | undefined {
  if (given === undefined || given === null || given === '') return undefined
  if (given === 'mdy' || given === 'dmy') return given
  return refuse(
    'bad_request',
    both('why', ['day_order 只能是 mdy（先月后日）或 dmy（先日后月）', 'day_order is mdy (the month first) or dmy (the day first)']),
  )
}

export async function startImport(ctx: Context, model: Model, file: Uploaded, fields: Fields): Promise<string> {
  const { sheet, header_row, mapping, day_order } = wishOf(fields)
  const mode = modeOf(fields.mode)
  authorize(ctx, model, mode === 'update' ? 'update' : 'create')
  if (mapping) await rememberMapping(ctx, model, mapping, headingsOf(fields.mapping))
  const input: ImportInput = {
    model: model.name,
    file_sid: file.file_sid,
    mode,
    dry_run: fields.dry_run === true || fields.dry_run === 'true' || fields.dry_run === '1',
    ...(sheet && { sheet }),
    ...(header_row && { header_row }),
    ...(mapping && { mapping: [...mapping] }),
    ...(day_order && { day_order }),
  }
  return startJob(ctx, { kind: 'IMPORT', title: [file.name, file.name], entity: model.name, input })
}

function modeOf(given: unknown): Mode {
  const mode = given === undefined || given === '' ? 'skip' : given
  return (
    MODES.find((one) => one === mode) ?? refuse('bad_request', both('why', ['mode 只能是 skip、update 或 report', 'mode is skip, update or report']))
  )
}

/** As they were written, for the words of the automatic reading. */
function headingsOf(given: unknown): string[] {
  const plain: unknown = typeof given === 'string' ? JSON.parse(given) : given // mappingOf has parsed it before
  if (Array.isArray(plain)) return plain.map((one: { heading: unknown }) => String(one.heading)) // as mappingOf checked
  return Object.keys((plain ?? {}) as Fields)
}
