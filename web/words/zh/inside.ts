import { approvalZh } from './approval.ts'
import { conditionsZh } from './conditions.ts'
import { dealingsZh } from './dealings.ts'
import { deadlinesZh } from './deadlines.ts'
import { exportZh } from './export.ts'
import { batchZh } from './batch.ts'
import { ideasZh } from './ideas.ts'
import { homeZh } from './home.ts'
import { invoicesZh } from './invoices.ts'
import { moneyZh } from './money.ts'
import { lookZh } from './appearance.ts'
import { mattersZh } from './matters.ts'
import { menuZh } from './menu.ts'
import { resourceZh } from './resource.ts'
import { packsZh } from './packs.ts'
import { papersZh } from './papers.ts'
import { mailZh } from './mail.ts'
import { webhooksZh } from './webhooks.ts'
import { noticesZh } from './notices.ts'
import { patentsZh } from './patents.ts'
import { permissionZh } from './permission.ts'
import { personZh } from './person.ts'
import { shapingZh } from './shaping.ts'
import { sharingZh } from './sharing.ts'
import { signInZh } from './sign-in.ts'
import { tasksZh } from './tasks.ts'

/** Words of the screens behind the login. */
export const zhInside = {
  ...approvalZh,
  ...conditionsZh,
  ...deadlinesZh,
  ...dealingsZh,
  ...exportZh,
  ...batchZh,
  ...homeZh,
  ...ideasZh,
  ...invoicesZh,
  ...moneyZh,
  ...lookZh,
  ...mattersZh,
  ...menuZh,
  ...resourceZh,
  ...packsZh,
  ...papersZh,
  ...mailZh,
  ...webhooksZh,
  ...noticesZh,
  ...patentsZh,
  ...permissionZh,
  ...personZh,
  ...shapingZh,
  ...sharingZh,
  ...signInZh,
  ...tasksZh,
} as const
