import type { ServerModule } from '../../module.ts'
import { sweepSessions } from '../session/sweep.ts'
import { identityProviders } from '../single-sign-on/identity_provider.ts'
import { tokens } from './token.ts'
import { accounts } from './user.ts'
import { views } from './view-as.ts'

/** Accounts, the tokens that they sign in with, and the providers that sign them in. */
export const accountsModule: ServerModule = {
  name: 'accounts',
  parts: [accounts, tokens, views, identityProviders],
  nightly: { sessions: sweepSessions },
}
