import { expect, it } from 'vitest';
import { likelyReadings } from './likely-code-pages.ts';

/** Text, its code page, and its bytes in hexadecimal as written by iconv. */
const SAMPLES: readonly (readonly [string, string, string])[] = [
  ['Łyżka drewniana, żółta', 'cp1250', 'a379bf6b6120647265776e69616e612c20bff3b37461'],
  ['Šálek modrý', 'cp1250', '8ae16c656b206d6f6472fd'],
  ['Bögre piros, űrmérték őszi', 'cp1250', '42f6677265207069726f732c20fb726de97274e96b20f5737a69'],
  ['Größe 12 €, Tasse für Öl', 'cp1252', '4772f6df6520313220802c2054617373652066fc7220d66c'],
  ['Théière en grès, 20 cm', 'cp1252', '5468e969e8726520656e206772e8732c20323020636d'],
  ['Cañón pequeño', 'cp1252', '4361f1f36e207065717565f16f'],
  ['Ложка деревянная', 'cp1251', 'cbeee6eae020e4e5f0e5e2ffedede0ff'],
  ['Кружка синяя', 'cp1251', 'caf0f3e6eae020f1e8edffff'],
  ['Чашка для чаю', 'cp1251', 'd7e0f8eae020e4ebff20f7e0fe'],
  ['木のスプーン', 'cp932', '96d882cc83588376815b8393'],
  ['青いマグカップ', 'cp932', '90c282a2837d834f834a83628376'],
  ['読み込み', 'cp932', '93c782dd8d9e82dd'],
  ['木勺子大号', 'gbk', 'c4bec9d7d7d3b4f3bac5'],
  ['蓝色马克杯', 'gbk', 'c0b6c9abc2edbfcbb1ad'],
  ['나무 숟가락', 'cp949', 'b3aab9ab20bcf9b0a1b6f4'],
  ['파란 머그컵', 'cp949', 'c6c4b6f520b8d3b1d7c4c5'],
  ['木湯匙大號', 'big5', 'a4ecb4f6b0cda46ab8b9'],
  ['藍色馬克杯', 'big5', 'c2c5a6e2b0a8a74aaa4d'],
  ['Größe für Öl', 'mac_roman', '47729aa76520669f7220856c'],
  ['Théière', 'mac_roman', '54688e698f7265'],
  ['Ложка деревянная', 'cp866', '8baea6aaa020a4a5e0a5a2efadada0ef'],
  ['Ложка деревянная', 'koi8_r', 'eccfd6cbc120c4c5d2c5d7d1cecec1d1'],
  ['Ложка деревянная', 'mac_cyrillic', '8beee6eae020e4e5f0e5e2dfedede0df'],
  ['Größe für Öl', 'cp437', '477294e1652066817220996c'],
  ['Fläche, Höhe', 'cp850', '466c846368652c2048946865'],
  ['Żółta łyżka', 'cp852', 'bda2887461208879be6b61'],
  ['Çay bardağı, küçük şişe', 'cp1254', 'c76179206261726461f0fd2c206bfce7fc6b20fe69fe65'],
  ['Ξύλινο κουτάλι', 'cp1253', 'cefdebe9edef20eaeff5f4dcebe9'],
  ['כף עץ גדולה לבנה', 'cp1255', 'ebf320f2f520e2e3e5ece420ece1f0e4'],
  ['LED灯泡大号', 'gbk', '4c4544b5c6c5ddb4f3bac5'],
  ['商品画像_正面', 'cp932', '8fa4956989e6919c5f90b396ca'],
  ['ケース', 'cp932', '8350815b8358'],
  ['Kılıç ağacı', 'cp1254', '4bfd6cfde72061f06163fd'],
  ['Übergröße', 'cp1252', 'dc6265726772f6df65'],
  ['GRÖSSE', 'cp1252', '4752d6535345'],
  ['КРУЖКА СИНЯЯ', 'cp1251', 'cad0d3c6cac020d1c8cddfdf'],
  ['Élégance «été»', 'cp1252', 'c96ce967616e636520abe974e9bb'],
  ['Bière 50 µm — n° 4', 'cp1252', '4269e8726520353020b56d2097206eb02034'],
  ['Кружка', 'koi8_r', 'ebd2d5d6cbc1'],
  ['红色', 'gbk', 'baecc9ab'],
  ['이미지', 'cp949', 'c0ccb9ccc1f6'],
  ['фото товара', 'cp866', 'e4aee2ae20e2aea2a0e0a0'],
  ['Фото 1', 'cp866', '94aee2ae2031'],
  ['à la carte', 'cp1252', 'e0206c61206361727465'],
  ['Fräulein', 'mac_roman', '46728a756c65696e'],
  ['Málaga', 'cp850', '4da06c616761'],
  ['São João', 'cp850', '53c66f204a6fc66f'],
  ['ملعقة خشبية', 'cp1256', 'e3e1dadec920ced4c8edc9'],
  ['Koka karote, zaļā krūze', 'cp1257', '4b6f6b61206b61726f74652c207a61efe2206b72fb7a65'],
  ['ช้อนไม้', 'cp874', 'aae9cdb9e4c1e9'],
  ['木のスプーン', 'euc_jp', 'ccdaa4cea5b9a5d7a1bca5f3'],
  ['Żółta łyżka', 'iso8859_2', 'aff3b3746120b379bf6b61'],
];

it.each(SAMPLES)('likelyReadings reads %s from bytes in %s', (text, page, hex) => {
  const [best] = likelyReadings(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
  expect(best, JSON.stringify(best)).toMatchObject({ text });
  expect(page).toBeTruthy();
});
