// Loaded when a passkey is used: the login page does without it.
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { addPasskey, askPasskey, beginPasskey, signInWithPasskey } from '../../model/auth/session/passkey-routes.ts'
import { ask } from '../api/call.ts'
import { Hindrance } from './sign-in/sending.ts'

/** Signs in with a passkey that the person chooses, or takes the second step of `ticket`. */
export async function signWithPasskey(ticket?: string) {
  const { options } = await ask(askPasskey, { ticket }, { anonymous: true })
  const { id, response } = await device(() => startAuthentication({ optionsJSON: options }))
  const { clientDataJSON: client_data, authenticatorData: authenticator_data, signature, userHandle: user_handle } = response
  return ask(signInWithPasskey, { ticket, id, client_data, authenticator_data, signature, user_handle }, { anonymous: true })
}

export async function createPasskey({ name, password }: { name: string; password: string }) {
  const { options } = await ask(beginPasskey, { password })
  const { id, response } = await device(() => startRegistration({ optionsJSON: options }))
  const { clientDataJSON: client_data, attestationObject: attestation, transports = [] } = response
  return ask(addPasskey, { name, id, client_data, attestation, transports: transports.join(',') })
}

/** The device gives no reason for a failure, except that it already has a passkey. */
async function device<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    const isThere = fault instanceof WebAuthnError && fault.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new Hindrance(isThere ? 'passkey.already' : 'passkey.cancelled')
  }
}
