// oidc-provider ships no types; these are the parts that the tests use.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Context = {
    oidc: {
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant }
      client: { clientId: string }
      session: { accountId: string }
    }
  }

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>> & { loadExistingGrant?(context: Context): Promise<Grant> })
    use(middleware: (context: { path: string; body?: { id_token?: unknown } | null }, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}
