import { Entity } from 'typeorm';
import { StorageMoveColumns } from './project-storage-move.entity.js';

@Entity('snippet_repository_storage_moves')
export class SnippetStorageMoveEntity extends StorageMoveColumns {}
