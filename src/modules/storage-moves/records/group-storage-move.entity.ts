import { Entity } from 'typeorm';
import { StorageMoveColumns } from './project-storage-move.entity.js';

@Entity('group_repository_storage_moves')
export class GroupStorageMoveEntity extends StorageMoveColumns {}
