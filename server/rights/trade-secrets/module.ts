import type { ServerModule } from '../../module.ts'
import { secretPoints } from './secret_point.ts'
import { tradeSecrets } from './trade_secret.ts'

/** The parts of trade secrets that no declaration can express. */
export const tradeSecretsModule: ServerModule = { name: 'trade secrets', parts: [tradeSecrets, secretPoints] }
