import type { ServerModule } from '../module.ts'
import { awardPayments } from './award-payment.ts'
import { awardShares } from './award-share.ts'
import { awards } from './award.ts'

/** Awards and remuneration of inventors. */
export const awardsModule: ServerModule = { name: 'awards', after: ['fees'], parts: [awards, awardPayments, awardShares] }
