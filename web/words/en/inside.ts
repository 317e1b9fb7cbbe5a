import { approvalEn } from './approval.ts'
import { conditionsEn } from './conditions.ts'
import { dealingsEn } from './dealings.ts'
import { deadlinesEn } from './deadlines.ts'
import { exportEn } from './export.ts'
import { batchEn } from './batch.ts'
import { homeEn } from './home.ts'
import { invoicesEn } from './money/invoices.ts'
import { costsEn } from './money/costs.ts'
import { papersEn } from './papers.ts'
import { mailEn } from './mail.ts'
import { noticesEn } from './notices.ts'
import { patentsEn } from './patents.ts'
import { personEn } from './people/person.ts'
import { signInEn } from './people/sign-in.ts'
import { tasksEn } from './tasks.ts'
import type { zhInside } from '../zh/inside.ts'

export const enInside: Record<keyof typeof zhInside, string> = {
  'pages.previous': 'Previous page',
  'pages.next': 'Next page',
  ...approvalEn,
  ...conditionsEn,
  ...deadlinesEn,
  ...dealingsEn,
  ...exportEn,
  ...batchEn,
  ...homeEn,
  ...invoicesEn,
  ...costsEn,
  ...papersEn,
  ...mailEn,
  ...noticesEn,
  ...patentsEn,
  ...personEn,
  ...signInEn,
  ...tasksEn,
}
