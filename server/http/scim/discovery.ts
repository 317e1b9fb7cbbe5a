import type { Resource } from '../../organisation/hr/attributes.ts'
import { type Attribute, type Kind, SCHEMAS } from '../../organisation/hr/attributes.ts'
import { BASE } from './answers.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

export const MAX_LISTED = 100

/** Features of this server, for the provider; RFC 7643, 5 to 7 */
export const PROVIDER: Resource = {
  schemas: [`${CORE}:ServiceProviderConfig`],
  documentationUri: 'https://www.rfc-editor.org/rfc/rfc7644',
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_LISTED },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Personal access token', description: 'Authorization: Bearer with a personal access token', primary: true },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${BASE}/ServiceProviderConfig` },
}

export const RESOURCE_TYPES: readonly Resource[] = (['User', 'Group'] as const).map((kind) => {
  const [core, ...extensions] = SCHEMAS[kind]
  return {
    schemas: [`${CORE}:ResourceType`],
    id: kind,
    name: kind,
    endpoint: `/${kind}s`,
    schema: core?.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${BASE}/ResourceTypes/${kind}` },
  }
})

export const SCHEMA_LIST: readonly Resource[] = (Object.keys(SCHEMAS) as Kind[]).flatMap((kind) => // its own keys
  SCHEMAS[kind].map(({ id, name, attributes }) => ({
    schemas: [`${CORE}:Schema`],
    id,
    name,
    attributes: attributes.map(attributeOf),
    meta: { resourceType: 'Schema', location: `${BASE}/Schemas/${id}` },
  })),
) // oxfmt-ignore

function attributeOf({ name, type, description, multiValued, required, caseExact, mutability, uniqueness, subAttributes }: Attribute): Resource {
  return {
    name,
    type,
    description,
    multiValued: multiValued ?? false,
    required: required ?? false,
    mutability: mutability ?? 'readWrite',
    returned: 'default',
    ...(type === 'string' && { caseExact: caseExact ?? false, uniqueness: uniqueness ?? 'none' }),
    ...(subAttributes && { subAttributes: subAttributes.map(attributeOf) }),
  }
}
