import { writeXlsx } from 'hucre/xlsx'
import { matrixFile } from '../../../model/auth/roles/role-matrix-actions.ts'
import { cutText } from '../../../model/import/values/cut-text.ts'
import { refuse } from '../../errors.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { UUID } from '../../records/write/values.ts'
import { serve } from '../../route.ts'
import { disposition } from '../../storage/disposition.ts'
import { auditIn } from '../audit/audit.ts'
import { matrixOf } from './matrix.ts'

/** The matrix with a sheet for each part, a column for each role. */
export const matrixFileRoute = serve(matrixFile, async ({ ctx, query, reply }) => {
  const chosen = (query.roles ?? '').split(',').filter(Boolean)
  if (chosen.some((sid) => !UUID.test(sid))) refuse('not_found')
  const { roles, parts } = await matrixOf(ctx, chosen)
  const rows = parts.reduce((sum, part) => sum + part.rows.length, 0)
  const { exportable } = accessOf(ctx, modelNamed(ctx.tenant.models, 'role_grant'))
  if (exportable !== undefined && rows > exportable) refuse('too_many_exported', { total: rows, max: exportable })
  const title = ctx.lang === 'zh' ? '权限矩阵' : 'Permission matrix'
  const width = [30, 30, ...roles.map(() => 40)]
  const bytes = await writeXlsx({
    sheets: parts.map((part) => ({
      name: part.title,
      columns: width.map((one) => ({ width: one, style: { alignment: { wrapText: true, vertical: 'top' as const } } })),
      rows: [
        ['', '', ...roles.map(({ name, platform }) => `${name} (${platform})`)],
        ...part.rows.map(({ group, label, cells }) => [group, label, ...cells.map((lines) => cutText(lines.join('\n'), ctx.lang))]),
      ],
      freezePane: { rows: 1, columns: 2 },
    })),
  })
  await auditIn(ctx, [{ event: 'EXPORTED', user: ctx.actor.user_sid, entity: 'role_grant', records: rows, details: { format: 'xlsx', fields: [] } }])
  return reply
    .headers({
      'content-type': matrixFile.answer.file,
      'content-disposition': disposition(`${title}_${ctx.today}.xlsx`),
      'cache-control': 'private, no-store',
    })
    .send(Buffer.from(bytes))
})
