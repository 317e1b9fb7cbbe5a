import type { ServerModule } from '../../module.ts'
import { sweepSessions } from '../session/sweep.ts'
import { tokens } from './token.ts'
import { accounts } from './user.ts'

/** Accounts and the tokens that they sign in with. */
export const accountsModule: ServerModule = { name: 'accounts', parts: [accounts, tokens], nightly: { sessions: sweepSessions } }
