import { randomUUIDv7 } from 'node:crypto'
import type { Person, TestServer } from '../server.ts'
import { digest, newSecret } from '../../../server/auth/session/secrets.ts'

export type Resource = Record<string, unknown> & { id: string }
export type Answered = { status: number; body: Resource; headers: Record<string, unknown>; text: string }
type Options = { token?: string; headers?: Record<string, string>; lang?: string }

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** A personal access token of this person, as if made in the personal information. */
export async function personalToken({ tenant }: Pick<TestServer, 'tenant'>, { sid, company }: Person, name = 'HR'): Promise<string> {
  const user = await tenant.db.selectFrom('user').select(['sid', 'platform']).where('user_info_sid', '=', sid).executeTakeFirstOrThrow()
  const token = newSecret('p')
  const now = new Date().toISOString()
  const base = { version: 1, valid: true, created_at: now, updated_at: now, created_by: sid, updated_by: sid, company_sid: company }
  await tenant.db
    .insertInto('token')
    .values({ sid: randomUUIDv7(), ...base, name, kind: 'PERSONAL', user_sid: user.sid, hash: digest(token), platform: Number(user.platform) })
    .execute()
  return token
}

/** Calls the server as an HR system does. */
export const scimCaller =
  ({ app }: Pick<TestServer, 'app'>, own: string) =>
  async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    { token = own, headers = {}, lang = 'en' }: Options = {},
  ): Promise<Answered> => {
    const response = await app.inject({
      method,
      url: `/scim/v2${url}`,
      headers: {
        host: 'localhost',
        'accept-language': lang,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      body: response.body ? (response.json() as Resource) : { id: '' },
      headers: response.headers,
      text: response.body,
    }
  }

export const operations = (...Operations: unknown[]) => ({ schemas: [PATCH], Operations })
