import { approvalEn } from './approval.ts'
import { conditionsEn } from './conditions.ts'
import { dealingsEn } from './dealings.ts'
import { deadlinesEn } from './deadlines.ts'
import { exportEn } from './export.ts'
import { batchEn } from './batch.ts'
import { ideasEn } from './ideas.ts'
import { homeEn } from './home.ts'
import { invoicesEn } from './invoices.ts'
import { moneyEn } from './money.ts'
import { lookEn } from './appearance.ts'
import { mattersEn } from './matters.ts'
import { menuEn } from './menu.ts'
import { resourceEn } from './resource.ts'
import { packsEn } from './packs.ts'
import { papersEn } from './papers.ts'
import { mailEn } from './mail.ts'
import { webhooksEn } from './webhooks.ts'
import { noticesEn } from './notices.ts'
import { patentsEn } from './patents.ts'
import { permissionEn } from './permission.ts'
import { personEn } from './person.ts'
import { shapingEn } from './shaping.ts'
import { sharingEn } from './sharing.ts'
import { signInEn } from './sign-in.ts'
import { tasksEn } from './tasks.ts'
import type { zhInside } from '../zh/inside.ts'

export const enInside: Record<keyof typeof zhInside, string> = {
  ...approvalEn,
  ...conditionsEn,
  ...deadlinesEn,
  ...dealingsEn,
  ...exportEn,
  ...batchEn,
  ...homeEn,
  ...ideasEn,
  ...invoicesEn,
  ...moneyEn,
  ...lookEn,
  ...mattersEn,
  ...menuEn,
  ...resourceEn,
  ...packsEn,
  ...papersEn,
  ...mailEn,
  ...webhooksEn,
  ...noticesEn,
  ...patentsEn,
  ...permissionEn,
  ...personEn,
  ...shapingEn,
  ...sharingEn,
  ...signInEn,
  ...tasksEn,
}
