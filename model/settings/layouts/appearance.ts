// The appearance of a tenant's system: its name, its colours, its pictures.
import { facts } from '../../kit/action.ts'
import { boolean, option, string, text, type Words } from '../../kit/fields.ts'

export const LAYOUT = option('布局', 'Layout', { double: ['双栏', 'Double'], left: ['左侧', 'Left'], top: ['顶部', 'Top'] })

/** Lines of text. */
export const LOOK_TEXTS = {
  system_name: string('系统名称', 'System name', { max: 50 }),
  login_title: string('登录页标题', 'Title of the login page', { max: 50 }),
  login_slogan: string('登录页标语', 'Slogan of the login page', { max: 100 }),
  copyright: string('版权信息', 'Copyright', { max: 100 }),
  icp: string('ICP 备案号', 'ICP number', { max: 100 }),
  record_info: string('公安备案号', 'Public security record', { max: 100 }),
} as const
export type LookText = keyof typeof LOOK_TEXTS

const PICTURE_CHARACTERS = 4_000_000

/** Pictures in PNG, as a data URL where they are sent and an address where they are read. */
export const LOOK_PICTURES = {
  head_logo: text('页头标志', 'Logo', { max: PICTURE_CHARACTERS }),
  head_logo_dark: text('页头标志（深色）', 'Logo for the dark theme', { max: PICTURE_CHARACTERS }),
  foot_logo: text('页脚标志', 'Logo of the footer', { max: PICTURE_CHARACTERS }),
  login_bg: text('登录页图片', 'Picture of the login page', { max: PICTURE_CHARACTERS }),
} as const
export type LookPicture = keyof typeof LOOK_PICTURES

/** Each picture is of this size at most. */
export const PICTURE_SIZES: Readonly<Record<LookPicture, { width: number; height: number }>> = {
  head_logo: { width: 230, height: 56 },
  head_logo_dark: { width: 230, height: 56 },
  foot_logo: { width: 230, height: 56 },
  login_bg: { width: 1440, height: 800 },
}

export const MAX_BYTES = 200 * 1024

export const LOOK_COLOURS: Readonly<Record<LookColour, Words>> = {
  theme_color: ['主题色', 'Theme colour'],
  menu_bg_color: ['菜单背景色', 'Menu background'],
  menu_text_color: ['菜单文字色', 'Menu text'],
}
export type LookColour = 'theme_color' | 'menu_bg_color' | 'menu_text_color'

const COLOUR = { type: ['string', 'null'], pattern: '^#[0-9A-Fa-f]{6}$' }
type Theme = { code: string; config: Partial<Record<LookColour, string>> }
export const THEME = facts<Theme>('主题', 'Theme', {
  type: 'object',
  properties: {
    code: { type: 'string' },
    config: { type: 'object', properties: { theme_color: COLOUR, menu_bg_color: COLOUR, menu_text_color: COLOUR } },
  },
})

/** Where it is switched on and has an address, every page links to it. */
export const LOOK_SERVICE = {
  online_customer_status: boolean('在线客服', 'Customer service'),
  online_customer_address: string('在线客服的网址', 'Address of the customer service', {
    max: 255,
    pattern: '^(https?://[^/\\s]|mailto:[^\\s@]+@[^\\s@])\\S*$',
    pattern_says: [
      '应为 https:// 开头的网址，或 mailto: 开头的邮箱',
      'must be a URL that begins with https://, or a mail address that begins with mailto:',
    ],
  }),
} as const

/** Only the given keys are changed. */
export const LOOK_CHANGES = {
  ...LOOK_TEXTS,
  ...LOOK_PICTURES,
  layout: LAYOUT,
  theme: THEME,
  ...LOOK_SERVICE,
} as const

/** A company has these of its own; the login page, which comes before the person, is the same for all. */
export const OF_COMPANY = [
  'system_name',
  'head_logo',
  'head_logo_dark',
  'layout',
  'theme',
  'online_customer_status',
  'online_customer_address',
] as const

export const isColour = (text: unknown) => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)

/** The width and height in the header of a PNG; undefined for another file. */
export function sizeOfPng(bytes: Uint8Array): { width: number; height: number } | undefined {
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  if (bytes.length < 24 || head.some((byte, at) => bytes[at] !== byte)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}
