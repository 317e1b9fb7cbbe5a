import { boolean, integer, link, option, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

const of = (protocol: readonly string[]) => ({ applies_to: { protocol }, required_when: { protocol } })
const OF_OIDC = of(['OIDC'])
const OF_SAML = of(['SAML'])
const CLIENTS = ['OIDC', 'OAUTH2', 'DINGTALK', 'WECOM', 'FEISHU', 'CLOUD'] as const
const WITH_SECRET = CLIENTS.filter((one) => one !== 'CLOUD')
const ADDRESS = '^https?://[^\\s#@]+$'
const ADDRESS_SAYS = ['应为 https:// 开头的地址', 'must be an address that begins with https://'] as const
const AN_ADDRESS = { max: 1000, verbatim: true, group: 'protocol', pattern: ADDRESS, pattern_says: ADDRESS_SAYS } as const
const CLAIM = '^[A-Za-z0-9_.:/-]{1,100}$'
const CLAIM_SAYS = ['应为声明名', 'must be the name of a claim'] as const

const LISTED = '^[\\x21\\x23-\\x5B\\x5D-\\x7E]+( [\\x21\\x23-\\x5B\\x5D-\\x7E]+)*$'
const LISTED_SAYS = ['以空格分隔', 'must be separated by spaces'] as const

/** A service that signs people in, such as the company directory. Only people with all permissions may change it. */
export const identity_provider = defineModel({
  name: 'identity_provider',
  zh: '身份提供方',
  en: 'Identity provider',
  display: ['name'],
  scope: 'tenant',
  group_wide: true,
  groups: {
    main: ['基本信息', 'General'],
    protocol: ['连接', 'Connection'],
    strength: ['对登录强度的要求', 'Demands on the sign-in there'],
    people: ['账号对应', 'Accounts'],
    made: ['首次登录时开通账号', 'Accounts opened at the first sign-in'],
  },
  refuses: {
    import: ['身份提供方不能导入', 'Identity providers cannot be imported'],
    export: ['身份提供方不能导出', 'Identity providers cannot be exported'],
  },
  fields: {
    code: string('标识', 'Identity', {
      required: true,
      unique: 'tenant',
      list: true,
      max: 40,
      immutable: true,
      group: 'main',
      pattern: '^[a-z0-9][a-z0-9-]*$',
      pattern_says: ['只能含小写字母、数字和 -', 'must contain only small letters, digits and -'],
      help: [
        '登录地址的最后一段：https://主机名/innoe-web/sso/auth/协议/标识，请在身份提供方登记为回调地址，协议写作 oidc、oauth2、dingtalk、wecom 或 feishu；SAML 用本系统元数据中的地址',
        'The last part of https://host/innoe-web/sso/auth/protocol/identity, which the provider needs as redirect address, with oidc, oauth2, dingtalk, wecom or feishu as protocol; SAML takes the addresses from the metadata of this system',
      ],
    }),
    name: string('名称', 'Name', {
      required: true,
      list: true,
      max: 50,
      group: 'main',
      help: ['显示在登录页的按钮上', 'Shown on its button on the login page'],
    }),
    name_en: string('英文名称', 'English name', { max: 50, group: 'main' }),
    protocol: option(
      '协议',
      'Protocol',
      {
        OIDC: ['OpenID Connect', 'OpenID Connect'],
        SAML: ['SAML 2.0', 'SAML 2.0'],
        OAUTH2: ['OAuth 2.0', 'OAuth 2.0'],
        DINGTALK: ['钉钉', 'DingTalk'],
        WECOM: ['企业微信', 'WeCom'],
        FEISHU: ['飞书', 'Feishu'],
        CLOUD: ['云平台（仅云端版）', 'Cloud (cloud edition only)'],
      },
      { required: true, default: 'OIDC', list: true, immutable: true, group: 'main' },
    ),
    platform: option(
      '登录端',
      'End',
      { '1': ['企业端', 'Enterprise'], '2': ['代理端', 'Agency'] },
      { required: true, default: '1', list: true, immutable: true, group: 'main' },
    ),
    status: option(
      '状态',
      'Status',
      { '1': ['启用', 'Active'], '0': ['停用', 'Inactive'] },
      { required: true, default: '1', list: true, group: 'main' },
    ),
    issuer: string('签发者', 'Issuer', {
      ...OF_OIDC,
      max: 255,
      list: true,
      verbatim: true,
      group: 'protocol',
      pattern: '^https?://[^\\s?#@]+$',
      pattern_says: ['应为 https:// 开头的地址', 'must be an address that begins with https://'],
      help: ['其 /.well-known/openid-configuration 给出其余地址', 'Its /.well-known/openid-configuration gives the other addresses'],
    }),
    client_id: string('客户端编号', 'Client ID', {
      ...of(CLIENTS),
      max: 255,
      verbatim: true,
      group: 'protocol',
      help: ['企业微信填企业 ID', 'For WeCom, the corporation ID'],
    }),
    client_secret: string('客户端密钥', 'Client secret', {
      applies_to: { protocol: WITH_SECRET },
      required_when: { protocol: ['OAUTH2', 'DINGTALK', 'WECOM', 'FEISHU'] },
      max: 500,
      verbatim: true,
      secret: true,
      group: 'protocol',
    }),
    scopes: string('权限范围（scope）', 'Scopes', {
      applies_to: { protocol: ['OIDC', 'OAUTH2', 'FEISHU'] },
      max: 255,
      help: ['以空格分隔；OpenID Connect 不填则为 openid profile email', 'Separated by spaces; for OpenID Connect, without it, openid profile email'],
      group: 'protocol',
      pattern: LISTED,
      pattern_says: LISTED_SAYS,
    }),
    entity_id: string('实体标识', 'Entity ID', {
      ...OF_SAML,
      max: 255,
      verbatim: true,
      group: 'protocol',
      help: ['身份提供方元数据中的 entityID', 'The entityID in the metadata of the provider'],
    }),
    sign_in_url: string('登录地址', 'Sign-in address', {
      applies_to: { protocol: ['SAML', 'OAUTH2', 'DINGTALK', 'WECOM', 'FEISHU'] },
      required_when: { protocol: ['SAML', 'OAUTH2'] },
      max: 1000,
      verbatim: true,
      group: 'protocol',
      pattern: ADDRESS,
      pattern_says: ADDRESS_SAYS,
      help: [
        'SAML：SingleSignOnService，HTTP-Redirect 绑定；OAuth 2.0：授权地址；钉钉、企业微信、飞书不填则用其公布的地址',
        'SAML: SingleSignOnService with the HTTP-Redirect binding; OAuth 2.0: the authorization endpoint; DingTalk, WeCom and Feishu: without it, their published address',
      ],
    }),
    token_url: string('令牌地址', 'Token address', { ...of(['OAUTH2']), ...AN_ADDRESS }),
    userinfo_url: string('用户信息地址', 'User information address', { ...of(['OAUTH2']), ...AN_ADDRESS }),
    subject_claim: string('用户编号的声明', 'Claim with the ID of the person', {
      applies_to: { protocol: ['OAUTH2'] },
      max: 100,
      verbatim: true,
      group: 'protocol',
      pattern: CLAIM,
      pattern_says: CLAIM_SAYS,
      help: ['不填则取 sub；须是不会改变、不会重新分配的编号', 'Without it, sub; it must never change nor be given to somebody else'],
    }),
    agent_id: string('应用编号', 'Application ID', {
      ...of(['WECOM']),
      max: 40,
      verbatim: true,
      group: 'protocol',
      help: ['企业微信的 AgentId', 'The AgentId of WeCom'],
    }),
    api_url: string('接口地址', 'API address', {
      applies_to: { protocol: ['DINGTALK', 'WECOM', 'FEISHU'] },
      ...AN_ADDRESS,
      pattern: '^https?://[A-Za-z0-9._:\\[\\]-]+$',
      pattern_says: ['应为 https://主机名，不含路径', 'must be https:// and a host name, without a path'],
      help: ['专有部署或代理时填写；不填则用其公布的地址', 'For a deployment of one’s own or a proxy; without it, the published address'],
    }),
    sign_out_url: string('退出地址', 'Sign-out address', {
      applies_to: OF_SAML.applies_to,
      max: 1000,
      verbatim: true,
      group: 'protocol',
      pattern: ADDRESS,
      pattern_says: ADDRESS_SAYS,
      help: ['SingleLogoutService，HTTP-Redirect 绑定', 'SingleLogoutService with the HTTP-Redirect binding'],
    }),
    certificates: text('签名证书', 'Signing certificates', {
      ...OF_SAML,
      max: 20_000,
      group: 'protocol',
      help: ['PEM 格式；更换证书期间可填两个', 'In PEM; two of them while the provider changes its certificate'],
    }),
    public_keys: text('公钥', 'Public keys', {
      ...of(['CLOUD']),
      max: 20_000,
      group: 'protocol',
      help: [
        'PEM 格式，用于验证云平台签发的令牌：RSA 2048 位以上、P-256 或 Ed25519；更换期间可填两个',
        'In PEM, to verify tokens of the cloud: RSA of 2048 bits or more, P-256 or Ed25519; two of them while the key changes',
      ],
    }),
    signs_requests: boolean('请求签名', 'Requests are signed', {
      applies_to: OF_SAML.applies_to,
      default: false,
      group: 'protocol',
      help: ['证书在元数据中，请先交给身份提供方', 'The certificate is in the metadata; give it to the provider first'],
    }),
    takes_encrypted: boolean('接受加密的断言', 'Encrypted assertions are taken', {
      applies_to: OF_SAML.applies_to,
      default: false,
      group: 'protocol',
      help: ['AES-GCM 和 RSA-OAEP；证书在元数据中', 'With AES-GCM and RSA-OAEP; the certificate is in the metadata'],
    }),
    own_key: string('本系统的密钥', 'Key of this system', {
      applies_to: OF_SAML.applies_to,
      max: 5000,
      verbatim: true,
      secret: true,
      group: 'protocol',
      help: [
        '由系统生成并加密保存；清除并保存即换新密钥，须再次把元数据交给身份提供方',
        'Made by the system and kept encrypted; cleared and saved, it is made anew, and the provider needs the metadata again',
      ],
    }),
    own_certificate: text('本系统的证书', 'Certificate of this system', {
      applies_to: OF_SAML.applies_to,
      computed: true,
      max: 5000,
      group: 'protocol',
    }),
    signs_out: boolean('退出时也退出身份提供方', 'Logging out also signs out there', { default: false, group: 'protocol' }),
    demanded_acr: string('登录强度（acr）', 'Strength (acr)', {
      applies_to: { protocol: ['OIDC', 'SAML'] },
      max: 500,
      verbatim: true,
      group: 'strength',
      pattern: LISTED,
      pattern_says: LISTED_SAYS,
      help: [
        'acr 值（SAML 为 AuthnContextClassRef），可填多个，以空格分隔；身份提供方须返回其中之一，否则拒绝登录。不填则不作要求',
        'Values of acr, or of AuthnContextClassRef for SAML, separated by spaces: the provider must return one of them, or the sign-in is refused. Without it, none is demanded',
      ],
    }),
    demanded_amr: string('验证方式（amr）', 'Methods (amr)', {
      applies_to: OF_OIDC.applies_to,
      max: 255,
      verbatim: true,
      group: 'strength',
      pattern: LISTED,
      pattern_says: LISTED_SAYS,
      help: [
        '如 mfa、otp、hwk，可填多个，以空格分隔；身份提供方须全部返回，否则拒绝登录',
        'Such as mfa, otp, hwk, separated by spaces: the provider must return all of them, or the sign-in is refused',
      ],
    }),
    longest_age: integer('登录有效时间（分钟）', 'Sign-in no older than (minutes)', {
      applies_to: { protocol: ['OIDC', 'SAML'] },
      min: 1,
      max: 43_200,
      group: 'strength',
      help: [
        '在身份提供方登录已超过此时间的人，须在那里重新登录；SAML 每次都重新登录。不填则由身份提供方决定',
        'Whoever signed in there longer ago signs in there anew; with SAML everybody always does. Without it, the provider decides',
      ],
    }),
    match_by: option(
      '首次登录对应账号的方式',
      'How the account is found at the first sign-in',
      {
        EMAIL: ['身份提供方已验证的邮箱', 'E-mail that the provider has verified'],
        JOB_NUMBER: ['工号', 'Job number'],
        ACCOUNT: ['账号', 'Account'],
      },
      {
        required: true,
        default: 'EMAIL',
        group: 'people',
        help: [
          '此后按身份提供方的用户编号对应。SAML 不说明邮箱是否已验证：只在用户不能自行修改时选邮箱',
          'After that by the provider’s own ID of the person. SAML does not say whether an e-mail is verified: choose it only if people cannot change it themselves',
        ],
      },
    ),
    match_claim: string('工号或账号的声明', 'Claim with the job number or account', {
      max: 100,
      verbatim: true,
      group: 'people',
      pattern: CLAIM,
      pattern_says: CLAIM_SAYS,
      applies_to: { match_by: ['JOB_NUMBER', 'ACCOUNT'] },
      required_when: { match_by: ['JOB_NUMBER', 'ACCOUNT'] },
      help: ['只用本人不能自行修改的声明', 'Only a claim that people cannot change themselves'],
    }),
    opens_accounts: boolean('为尚无账号的人开通账号', 'Open accounts for people without one', { default: false, group: 'made' }),
    new_role_sid: link('角色', 'Role', {
      to: 'role',
      group: 'made',
      applies_to: { opens_accounts: ['true'] },
      required_when: { opens_accounts: ['true'] },
    }),
    new_company_sid: link('公司', 'Company', {
      to: 'company',
      group: 'made',
      applies_to: { opens_accounts: ['true'] },
      required_when: { opens_accounts: ['true'] },
    }),
    new_department_sid: link('部门', 'Department', {
      to: 'department',
      group: 'made',
      applies_to: { opens_accounts: ['true'] },
      required_when: { opens_accounts: ['true'] },
    }),
    new_account_claim: string('账号的声明', 'Claim with the account', {
      max: 100,
      verbatim: true,
      group: 'made',
      pattern: CLAIM,
      pattern_says: CLAIM_SAYS,
      applies_to: { opens_accounts: ['true'] },
      help: ['不填则取 preferred_username', 'Without it, preferred_username'],
    }),
  },
})

export type IdentityProvider = Row<typeof identity_provider>
