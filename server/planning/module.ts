import type { ServerModule } from '../module.ts'
import { calculateActions } from './calculate.ts'
import { carryOutActions } from './carry-out.ts'
import { plans } from './plans.ts'

/** Plans of coming cases: dates and costs before anything is filed. */
export const planningModule: ServerModule = { name: 'planning', parts: [plans, { actions: [...calculateActions, ...carryOutActions] }] }
