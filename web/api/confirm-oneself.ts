// Calls that change the own account need a confirmation: the dialog asks for the password, and the call is repeated.
import type { Unconfirmed } from '../../model/auth/session/confirmation-routes.ts'
import { ApiFault } from './fault.ts'

const CONFIRM_ONESELF = 30127

type Ask = (how: Unconfirmed) => Promise<boolean>
let ask: Ask = async () => false

/** Called by the dialog while it is mounted. */
export function onConfirmOneself(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = async () => false
  }
}

/** Rejects with the server's response if the person cancels. */
export async function confirmed<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (fault) {
    if (!(fault instanceof ApiFault) || fault.code !== CONFIRM_ONESELF || !(await ask(fault.data as Unconfirmed))) throw fault // as the server words it
    return send()
  }
}
