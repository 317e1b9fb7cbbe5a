import { accountConsequences } from './user.ts'

/** People and the accounts they sign in with. */
export const peopleArea = { consequences: accountConsequences }
