import {
  allowInsecureRequests,
  type CustomFetch,
  customFetch,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import { fetchAllowed } from '../../outbound/allowed-hosts.ts'
import { withStrongKeys } from '../key-strength.ts'
import type { Provider } from '../../../model/auth/single-sign-on/single-sign-on-routes.ts'
import type { RowOf } from '../../database/tables.ts'
import type { Tenant } from '../../records/context.ts'
import { shortText } from './short-text.ts'

type Row = RowOf<'identity_provider'>
type Handle = Pick<Tenant, 'db'>

/** The providers that are in use, as the login page offers them. */
export async function openProviders({ db }: Handle): Promise<Provider[]> {
  const rows = await db
    .selectFrom('identity_provider')
    .select(['protocol', 'code', 'name', 'name_en', 'platform'])
    .where('status', '=', '1')
    .where('protocol', '!=', 'CLOUD') // it begins at the cloud
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.map(({ protocol, code, name, name_en, platform }) => ({
    type: String(protocol).toLowerCase(),
    identity: String(code),
    name: String(name),
    name_en,
    platform: platform === '2' ? 2 : 1,
  }))
}

export const providerNamed = ({ db }: Handle, type: string, identity: string): Promise<Row | undefined> =>
  db
    .selectFrom('identity_provider')
    .selectAll()
    .where('code', '=', identity)
    .where('protocol', '=', type.toUpperCase() as 'OIDC') // an unknown one finds nothing
    .where('protocol', '!=', 'CLOUD')
    .where('status', '=', '1')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const providerWith = ({ db }: Handle, sid: string): Promise<Row | undefined> =>
  db.selectFrom('identity_provider').selectAll().where('sid', '=', sid).where('status', '=', '1').where('deleted_at', 'is', null).executeTakeFirst()

/** Read again after this time, to get rotated keys and moved addresses. */
const KEPT_MS = 10 * 60_000
const TIMEOUT_SECONDS = 10

const known = new WeakMap<Tenant, Map<string, { at: number; version: number; configuration: Promise<Configuration> }>>()

/** The addresses and keys that the provider publishes. */
export function configurationOf(tenant: Tenant, row: Row): Promise<Configuration> {
  const kept = known.get(tenant) ?? new Map()
  known.set(tenant, kept)
  const found = kept.get(row.sid)
  if (found && found.version === row.version && found.at + KEPT_MS > Date.now()) return found.configuration
  const configuration = discover(tenant, row)
  kept.set(row.sid, { at: Date.now(), version: row.version, configuration })
  configuration.catch(() => kept.delete(row.sid)) // the next sign-in tries again
  return configuration
}

/** Also for addresses that the provider itself names; the library would read an answer of any length. */
const asked: CustomFetch = async (url, { body, ...options }) => {
  const answer = await fetchAllowed(url, { ...options, ...(body !== undefined && { body: body as BodyInit }) }) // what fetch takes
  const text = await shortText(answer, new URL(url).pathname)
  return new Response(text === '' ? null : withStrongKeys(text), { status: answer.status, statusText: answer.statusText, headers: answer.headers })
}

async function discover(tenant: Tenant, { sid, issuer, client_id, client_secret }: Row): Promise<Configuration> {
  const server = new URL(String(issuer))
  // Only issuers on this machine, which the check of the record allows for trials alone, may lack TLS. Redirects are never followed.
  const execute = server.protocol === 'http:' ? [allowInsecureRequests] : []
  const found = (
    await discovery(server, String(client_id), undefined, None(), { execute, timeout: TIMEOUT_SECONDS, [customFetch]: asked })
  ).serverMetadata()
  const secret = client_secret
    ? tenant.keys.open({ tenant: tenant.name, model: 'identity_provider', field: 'client_secret', sid }, client_secret)
    : undefined
  const methods = found.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication =
    secret === undefined ? None() : methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
  const configuration = new Configuration(found, String(client_id), undefined, authentication)
  configuration.timeout = TIMEOUT_SECONDS
  configuration[customFetch] = asked
  for (const apply of execute) apply(configuration)
  // The library would rely on TLS alone for an ID token that comes from the provider itself.
  enableNonRepudiationChecks(configuration)
  return configuration
}
