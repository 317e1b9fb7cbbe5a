import { CopyOutlined } from '@ant-design/icons'
import { Typography } from 'antd'
import type { Rec } from '../api/api.ts'
import { OneRecord } from '../records/detail/one-record.tsx'
import { RecordPage } from '../records/detail/detail.tsx'
import { useWords, type Word } from '../words/language.ts'

/** An identity provider: the record, with the addresses that are entered at the provider. */
export const ProviderScreen = () => (
  <OneRecord model="identity_provider">
    {(schema, record) => <RecordPage schema={schema} record={record} above={<Addresses provider={record} />} />}
  </OneRecord>
)

function Addresses({ provider }: { provider: Rec }) {
  const { t } = useWords()
  const addresses = addressesOf(provider)
  if (addresses.length === 0) return null
  return (
    <section className="group" aria-label={t('provider.addresses')}>
      <h2>{t('provider.addresses')}</h2>
      {addresses.map(([label, address]) => (
        <p key={label}>
          <span className="quiet">
            {t(label)}
            {t('colon')}
          </span>
          <Typography.Text copyable={{ icon: COPY }}>{address}</Typography.Text>
        </p>
      ))}
    </section>
  )
}

const COPY = [<CopyOutlined key="copy" />, <CopyOutlined key="copied" />]

/** The addresses that the server derives from the address under which it is reached. */
function addressesOf({ protocol, code, signs_out }: Rec): [Word, string][] {
  const { origin } = location
  if (protocol === 'CLOUD') return []
  if (protocol === 'SAML') return [['provider.metadata', `${origin}/innoe-openapi/iam_auth/saml/${String(code)}/metadata`]]
  const back: [Word, string] = ['provider.redirect', `${origin}/innoe-web/sso/auth/${String(protocol).toLowerCase()}/${String(code)}`]
  return protocol === 'OIDC' && signs_out === true ? [back, ['provider.afterSignOut', `${origin}/innoe-web/login`]] : [back]
}
