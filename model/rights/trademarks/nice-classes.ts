import type { Options } from '../../kit/fields.ts'

/** The classes of the Nice Classification: 1–34 goods, 35–45 services. The titles are short descriptions, not the official headings. */
export const NICE_CLASSES = {
  1: ['1 化学原料', '1 Chemicals'],
  2: ['2 颜料油漆', '2 Paints'],
  3: ['3 日化用品', '3 Cosmetics and cleaning'],
  4: ['4 燃料油脂', '4 Fuels and lubricants'],
  5: ['5 医药', '5 Pharmaceuticals'],
  6: ['6 金属材料', '6 Metal goods'],
  7: ['7 机械设备', '7 Machines'],
  8: ['8 手工器械', '8 Hand tools'],
  9: ['9 电子与科学仪器', '9 Electronics and instruments'],
  10: ['10 医疗器械', '10 Medical devices'],
  11: ['11 灯具与暖通设备', '11 Lighting, heating, cooling'],
  12: ['12 运输工具', '12 Vehicles'],
  13: ['13 军火烟火', '13 Firearms and fireworks'],
  14: ['14 珠宝钟表', '14 Jewellery and watches'],
  15: ['15 乐器', '15 Musical instruments'],
  16: ['16 文具印刷品', '16 Paper and printed matter'],
  17: ['17 橡胶与绝缘材料', '17 Rubber and insulation'],
  18: ['18 皮具箱包', '18 Leather goods and bags'],
  19: ['19 非金属建材', '19 Building materials'],
  20: ['20 家具', '20 Furniture'],
  21: ['21 厨房洁具', '21 Household utensils'],
  22: ['22 绳网袋篷', '22 Ropes, nets and tents'],
  23: ['23 纱线丝', '23 Yarns and threads'],
  24: ['24 布料床单', '24 Fabrics and linen'],
  25: ['25 服装鞋帽', '25 Clothing and footwear'],
  26: ['26 花边纽扣', '26 Lace, buttons and trimmings'],
  27: ['27 地毯墙纸', '27 Carpets and wall coverings'],
  28: ['28 玩具体育用品', '28 Toys and sports goods'],
  29: ['29 肉蛋奶与加工食品', '29 Meat, dairy, processed food'],
  30: ['30 粮油面点与调味品', '30 Coffee, bakery, condiments'],
  31: ['31 农林生鲜', '31 Fresh produce and live animals'],
  32: ['32 啤酒饮料', '32 Beer and soft drinks'],
  33: ['33 酒', '33 Alcoholic beverages'],
  34: ['34 烟草烟具', '34 Tobacco'],
  35: ['35 广告与商业经营', '35 Advertising and business'],
  36: ['36 金融保险与不动产', '36 Finance and real estate'],
  37: ['37 建筑与修理', '37 Construction and repair'],
  38: ['38 通讯服务', '38 Telecommunications'],
  39: ['39 运输贮藏与旅行', '39 Transport, storage, travel'],
  40: ['40 材料加工', '40 Treatment of materials'],
  41: ['41 教育娱乐', '41 Education and entertainment'],
  42: ['42 科技与软件服务', '42 Research and software services'],
  43: ['43 餐饮住宿', '43 Restaurants and hotels'],
  44: ['44 医疗园艺', '44 Medical care and gardening'],
  45: ['45 法律与社会服务', '45 Legal and personal services'],
} as const satisfies Options

export type NiceClass = `${keyof typeof NICE_CLASSES}`

export const isNiceClass = (text: string): text is NiceClass => Object.hasOwn(NICE_CLASSES, text)

type ClassRow = { class_no?: unknown; goods?: unknown; goods_count?: unknown }

/** The class rows of a record; a row of the wire is a record. */
export const classRows = (value: unknown): readonly ClassRow[] => (Array.isArray(value) ? (value as ClassRow[]) : [])

/** The numbers of the classes in order, each once. */
export function classNumbers(value: unknown): NiceClass[] {
  const found = new Set(classRows(value).map(({ class_no }) => String(class_no ?? '')))
  return [...found].filter(isNiceClass).toSorted((one, other) => Number(one) - Number(other))
}

/** The items in a list of goods and services, which semicolons separate; a list without them has one. */
export const goodsIn = (goods: unknown): number =>
  typeof goods === 'string' ? goods.split(/[;；]/u).filter((item) => /[\p{L}\p{N}]/u.test(item)).length : 0

/** The number of items in each class: the recorded count, or else that of its list. Undefined if a class has neither. */
export function goodsPerClass(value: unknown): number[] | undefined {
  const counts = classRows(value).map(({ goods, goods_count }) => (typeof goods_count === 'number' ? goods_count : goodsIn(goods)))
  return counts.length > 0 && counts.every((count) => count > 0) ? counts : undefined
}
