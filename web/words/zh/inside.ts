import { approvalZh } from './approval.ts'
import { conditionsZh } from './conditions.ts'
import { dealingsZh } from './dealings.ts'
import { deadlinesZh } from './deadlines.ts'
import { exportZh } from './export.ts'
import { batchZh } from './batch.ts'
import { homeZh } from './home.ts'
import { invoicesZh } from './money/invoices.ts'
import { costsZh } from './money/costs.ts'
import { papersZh } from './papers.ts'
import { mailZh } from './mail.ts'
import { noticesZh } from './notices.ts'
import { patentsZh } from './patents.ts'
import { personZh } from './people/person.ts'
import { signInZh } from './people/sign-in.ts'
import { tasksZh } from './tasks.ts'

/** Words of the screens behind the login. */
export const zhInside = {
  'pages.previous': '上一页',
  'pages.next': '下一页',
  ...approvalZh,
  ...conditionsZh,
  ...deadlinesZh,
  ...dealingsZh,
  ...exportZh,
  ...batchZh,
  ...homeZh,
  ...invoicesZh,
  ...costsZh,
  ...papersZh,
  ...mailZh,
  ...noticesZh,
  ...patentsZh,
  ...personZh,
  ...signInZh,
  ...tasksZh,
} as const
