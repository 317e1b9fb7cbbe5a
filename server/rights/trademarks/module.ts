import type { ServerModule } from '../../module.ts'
import { markLikenesses } from './alike.ts'
import { trademarks } from './trademark.ts'

/** The parts of a trademark that no declaration can express. */
export const trademarksModule: ServerModule = { name: 'trademarks', parts: [trademarks, markLikenesses] }
