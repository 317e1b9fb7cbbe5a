import type { Chance } from './chance.ts'

const USES =
  '电动汽车 无人机 智能手机 数据中心 工业机器人 储能电站 可穿戴设备 卫星通信 智能家居 医疗影像 轨道交通 光伏发电 风力发电 自动驾驶 物联网 云计算 半导体制造 航空发动机 船舶 农业机械 纺织 食品加工 水处理 矿山 建筑施工'.split(
    ' ',
  )
const MEANS =
  '深度学习 边缘计算 毫米波雷达 激光雷达 热管理 固态电解质 石墨烯 量子点 磁悬浮 超声波 红外热成像 区块链 联邦学习 自适应滤波 液冷 相变材料 微流控 等离子体 气凝胶 碳化硅 氮化镓 多传感器融合 图神经网络 强化学习 数字孪生'.split(
    ' ',
  )
const THINGS =
  '电池模组 导航定位 功率变换器 图像识别 语音识别 密封结构 天线阵列 散热器 显示面板 摄像头 电机控制 充电桩 存储器 催化剂 传感器 阀门 轴承 涂层 夹具 减速器 光纤 滤波器 路径规划 故障诊断 数据加密 隔膜 正极材料 负极材料 换热器 柔性电路'.split(
    ' ',
  )
const ENDS = '方法 装置 系统 设备 电子设备及存储介质 制备方法 及其控制方法 及其应用 测试方法 结构 组件 生产线'.split(' ')
const ADJECTIVES =
  'adaptive wireless distributed high-voltage low-noise flexible compact modular optical thermal autonomous secure multilayer self-aligned biodegradable'.split(
    ' ',
  )
const NOUNS =
  'battery navigation antenna sensor inverter display camera bearing catalyst memory electrode valve membrane waveguide turbine encoder lens actuator transceiver substrate'.split(
    ' ',
  )
const PURPOSES =
  'electric vehicles|unmanned aircraft|data centers|medical imaging|wearable devices|energy storage|mobile communication|industrial robots|semiconductor processing|water treatment'.split(
    '|',
  )
const KINDS = 'Method|Apparatus|System|Device|Method and apparatus|System and method|Circuit|Assembly|Composition'.split('|')

export const chineseTitle = (chance: Chance) =>
  chance.likely(0.5)
    ? `一种用于${chance.of(USES)}的${chance.of(MEANS)}${chance.of(THINGS)}${chance.of(ENDS)}`
    : `${chance.likely(0.6) ? '一种' : ''}基于${chance.of(MEANS)}的${chance.of(USES)}${chance.of(THINGS)}${chance.of(ENDS)}`

export const englishTitle = (chance: Chance) =>
  `${chance.of(KINDS)} for ${chance.of(ADJECTIVES)} ${chance.of(NOUNS)} ${chance.of(NOUNS)} in ${chance.of(PURPOSES)}`

/** Search words of two characters, some frequent, some rare. */
export const CHINESE_WORDS = [
  '导航',
  '电池',
  '天线',
  '轴承',
  '散热',
  '催化',
  '雷达',
  '石墨',
  '减速',
  '光纤',
  '隔膜',
  '诊断',
  '船舶',
  '阀门',
  '涂层',
  '夹具',
] as const
export const ENGLISH_WORDS = [
  'navigation',
  'battery',
  'catalyst',
  'turbine',
  'waveguide',
  'biodegradable',
  'optical',
  'imaging',
  'lens',
  'membrane',
] as const
