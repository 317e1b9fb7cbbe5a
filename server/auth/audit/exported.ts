import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { auditIn } from './audit.ts'

type Noted = { rows: number; fields: readonly string[]; format?: 'xlsx' | 'pdf' | 'pptx' }

/** A file of records that a call makes by itself: within the most that the roles let this person export, and recorded as an export. */
export async function noteExport(ctx: Context, model: Model, { rows, fields, format = 'xlsx' }: Noted) {
  const { exportable } = accessOf(ctx, model)
  if (exportable !== undefined && rows > exportable) refuse('too_many_exported', { total: rows, max: exportable })
  await auditIn(ctx, [{ event: 'EXPORTED', user: ctx.actor.user_sid, entity: model.name, records: rows, details: { format, fields: [...fields] } }])
}
