import { boolean, datetime, integer, link, string } from '../../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../../kit/model.ts'

/** A key in a device or a password manager of the owner. The server has only its public half, which is no secret. */
export const passkey = defineModel({
  name: 'passkey',
  zh: '通行密钥',
  en: 'Passkey',
  display: ['name'],
  credentials: true,
  hard_delete: true,
  no_log: true,
  own: { by: 'created_by', verbs: ['get', 'search', 'count'] },
  refuses: READ_ONLY,
  indexes: [['user_sid']],
  fields: {
    name: string('名称', 'Name', { required: true, list: true, max: 60 }),
    user_sid: link('账号', 'Account', { to: 'user', list: true, searchable: true, computed: true }),
    last_used_at: datetime('最近使用', 'Last used', { list: true, computed: true }),
    backed_up: boolean('已同步到其他设备', 'Synchronised to other devices', { computed: true }),
    rp_id: string('所属网站', 'Site', { computed: true, max: 190 }),
    credential_id: string('凭据编号', 'Credential ID', { computed: true, internal: true, max: 1400, unique: 'tenant', verbatim: true }),
    public_key: string('公钥', 'Public key', { computed: true, internal: true, max: 4000, verbatim: true }),
    /** The number of signatures of the authenticator; 0 if it does not count. */
    counter: integer('使用计数', 'Signature counter', { computed: true, internal: true, default: 0 }),
    transports: string('连接方式', 'Transports', { computed: true, internal: true, max: 100 }),
  },
})

export type Passkey = Row<typeof passkey>
