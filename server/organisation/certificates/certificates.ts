import { dayOfMoment, ZONE } from '../../../model/kit/days/clock.ts'
import type { Words } from '../../../model/kit/fields.ts'
import { WARNED_DAYS } from '../../../model/organisation/digital_certificate.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { type Notice, notify } from '../../records/notifying/notifications.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import type { ReadPfx } from './pfx-worker.ts'
import { readPfx } from './pfx.ts'

/** The values of a certificate are read from its file; the person responsible is warned before it expires. */
export const certificates: Part = {
  hooks: [
    {
      model: 'digital_certificate',
      check: async (ctx, drafts) => {
        for (const draft of drafts) await readFile(ctx, draft)
      },
    },
  ],
  nightly: { certificates: warn },
}

async function readFile(ctx: Context, draft: DraftOf<'digital_certificate'>) {
  const { row, changed, sid, faults } = draft
  if (faults.length > 0 || (!changed.has('file') && !changed.has('password')) || !row.file || !row.password) return
  const model = modelNamed(ctx.tenant.models, 'digital_certificate')
  const plain = (field: 'file' | 'password', value: string) => ctx.tenant.keys.open({ tenant: ctx.tenant.name, model: model.name, field, sid }, value)
  const found = await readPfx(plain('file', row.file), plain('password', row.password))
  if (typeof found === 'string') {
    faultAt(ctx, model, draft, found === 'WRONG_PASSWORD' ? 'password' : 'file', FAULTS[found])
    return
  }
  const { valid_from, valid_to, ...names } = found
  const facts = { ...names, valid_from: dayOfMoment(valid_from, ZONE), valid_to: dayOfMoment(valid_to, ZONE) }
  if (facts.valid_to !== row.valid_to) setValue(draft, 'warned_days', null)
  for (const [code, value] of Object.entries(facts)) setValue(draft, code, value)
  if (facts.valid_to < ctx.today) faultAt(ctx, model, draft, 'file', [`证书已于 ${facts.valid_to} 到期`, `ended on ${facts.valid_to}`])
}

const FAULTS: Record<Extract<ReadPfx, string>, Words> = {
  NO_FILE: ['不是可读取的 .pfx 文件', 'must be a .pfx file that can be read'],
  WRONG_PASSWORD: ['与证书文件不符', 'does not open the certificate file'],
  NO_KEY: ['不含私钥：请导出带私钥的 .pfx 文件', 'has no private key: export the .pfx file with its private key'],
}

/** Each night, on the days that are warned of. A night that was missed is made up for. */
async function warn(ctx: Context): Promise<number> {
  const furthest = `${Temporal.PlainDate.from(ctx.today).add({ days: Math.max(...WARNED_DAYS) })}`
  const rows = await ctx.db
    .selectFrom('digital_certificate')
    .select(['sid', 'name', 'valid_to', 'owner_sid', 'warned_days'])
    .where('deleted_at', 'is', null)
    .where('revoked_on', 'is', null)
    .where('valid_to', '>=', ctx.today)
    .where('valid_to', '<=', furthest)
    .execute()
  const due = rows.flatMap(({ valid_to, ...row }) => {
    const days = Temporal.PlainDate.from(ctx.today).until(Temporal.PlainDate.from(String(valid_to))).days
    const step = WARNED_DAYS.findLast((one) => days <= one)
    return step !== undefined && step < (row.warned_days ?? Number.POSITIVE_INFINITY) ? [{ ...row, valid_to, days, step }] : []
  })
  for (const { sid, step } of due) await ctx.db.updateTable('digital_certificate').set({ warned_days: step }).where('sid', '=', sid).execute()
  const notices = due.flatMap(({ owner_sid, sid, name, valid_to, days }): Notice[] =>
    owner_sid
      ? [
          {
            user_sid: owner_sid,
            level: days <= 7 ? 'URGENT' : 'SOON',
            title: `数字证书“${name}”${days === 0 ? '今天' : `还有 ${days} 天`}到期（${valid_to}）`,
            title_en: `The digital certificate “${name}” ends ${days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`} (${valid_to})`,
            link: `/m/digital_certificate/${sid}`,
            about: null,
          },
        ]
      : [],
  )
  await notify(ctx, notices)
  return notices.length
}
